import { attempt } from '../../core/lib/attempt.ts'
import type { ObservedFlags } from '../../core/observer.ts'

/** A fiber of React 18 and 19, as far as it is read: React has no API that says which component uses a hook. */
interface Fiber {
  readonly type?: unknown
  readonly child?: Fiber | null
  readonly sibling?: Fiber | null
  readonly memoizedState?: unknown
  readonly stateNode?: Element | { readonly current?: Fiber } | null
}

/** A component on the page. */
export interface ReactReader {
  /** Empty if it has none, or if a bundler has shortened it: what is left of it says nothing. */
  readonly name: string
  /** Its first element. */
  readonly element: Element | undefined
}

/** The React components on the page that have a flag from a hook of `telltale/react`, by its key. */
export type ReactReaders = ReadonlyMap<string, readonly ReactReader[]>

const MINIFIED = /^[\w$]{1,2}$/

/** What React names the property of the element in which it renders. */
const CONTAINER = '__reactContainer$'
/** More fibers than a page has: the search is for a person who waits. */
const MAX_FIBERS = 100_000

/** Finds them by the dependencies of the hooks. `undefined` if no React is on the page. */
export function reactReaders(flags: ObservedFlags): ReactReaders | undefined {
  const readers = new Map<string, ReactReader[]>()
  const roots = rootFibers()
  if (roots.length === 0) return undefined
  const waiting = [...roots]
  for (let count = 0; count < MAX_FIBERS; count += 1) {
    const fiber = waiting.pop()
    if (!fiber) break
    if (fiber.sibling) waiting.push(fiber.sibling)
    if (fiber.child) waiting.push(fiber.child)
    const name = nameOf(fiber.type)
    if (name === undefined) continue
    const keys = attempt(() => keysOf(fiber, flags))
    if (!keys?.size) continue
    const reader = { name: MINIFIED.test(name) ? '' : name, element: elementOf(fiber) }
    for (const key of keys) {
      const others = readers.get(key)
      if (others) others.push(reader)
      else readers.set(key, [reader])
    }
  }
  return readers
}

/** The first element of a component, in the order of the page. */
function elementOf({ stateNode, child }: Fiber): Element | undefined {
  if (stateNode instanceof Element) return stateNode
  let found: Element | undefined
  for (let inner = child; inner && !found; inner = inner.sibling) found = elementOf(inner)
  return found
}

function rootFibers(): readonly Fiber[] {
  return [...document.querySelectorAll('*'), document].flatMap((node) => {
    const property = Object.keys(node).find((name) => name.startsWith(CONTAINER))
    const root: Fiber | undefined = property && attempt(() => Reflect.get(node, property))
    // The property has the fiber of the first render, and its state node the current one.
    const current = (root?.stateNode as { readonly current?: Fiber } | null | undefined)?.current
    return current ? [current] : []
  })
}

/** The name of a component, also of one in `memo` or `forwardRef`. `undefined` for what is no component. */
function nameOf(type: unknown): string | undefined {
  if (typeof type !== 'function' && (typeof type !== 'object' || type === null)) return undefined
  const { displayName, name, type: within, render } = type as Record<string, unknown>
  for (const one of [displayName, name]) if (typeof one === 'string' && one) return one
  return nameOf(within ?? render) ?? (typeof type === 'function' ? '' : undefined)
}

/** The keys among the hooks of a component. `useFlag` and `useFlags` keep a callback for the flags of the layer and these keys. */
function keysOf({ memoizedState }: Fiber, { getFlag }: ObservedFlags): ReadonlySet<string> {
  const keys = new Set<string>()
  for (let hook = memoizedState as Hook | null | undefined; hook; hook = hook.next) {
    const kept = hook.memoizedState
    const dependencies: unknown = Array.isArray(kept) ? kept[1] : undefined
    if (!Array.isArray(dependencies)) continue
    const [flags, ...rest] = dependencies as unknown as HookDependencies
    const last = rest.at(-1)
    if (rest.length > 2 || typeof last !== 'string' || typeof flags?.watch !== 'function') continue
    // Another layer on the page has other objects.
    for (const key of rest.length === 1 ? [last] : last.split(','))
      if (flags.getFlag?.(key) === getFlag(key)) keys.add(key)
  }
  return keys
}

type HookDependencies = readonly [flags: Partial<HookFlags> | null, ...rest: readonly unknown[]]

interface HookFlags extends Pick<ObservedFlags, 'getFlag'> {
  readonly watch: unknown
}

interface Hook {
  readonly memoizedState: unknown
  readonly next: Hook | null
}
