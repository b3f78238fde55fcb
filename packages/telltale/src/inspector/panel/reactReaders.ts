import { attempt } from '../../core/lib/attempt.ts'
import type { ObservedFlags } from '../../core/observer.ts'
import { placeOf } from './placeOf.ts'

/** A fiber of React 18 and 19, as far as it is read: React has no API that says which component uses a hook. */
interface Fiber {
  readonly type?: unknown
  readonly child?: Fiber | null
  readonly sibling?: Fiber | null
  readonly memoizedState?: unknown
  readonly stateNode?: { readonly current?: Fiber } | null
}

/** The names of the React components on the page that have a flag from a hook of `telltale/react`, by its key. */
export type ReactReaders = ReadonlyMap<string, ReadonlyMap<string, number>>

/** What a bundler leaves of a name says nothing: the place of the component stands for it, after this. */
const MINIFIED = /^[\w$]{1,2}$/
export const PLACED = 'a component at '

/** What React names the property of the element in which it renders. */
const CONTAINER = '__reactContainer$'
/** More fibers than a page has: the search is for a person who waits. */
const MAX_FIBERS = 100_000

/** Finds them by the dependencies of the hooks. `undefined` if no React is on the page. */
export function reactReaders(flags: ObservedFlags): ReactReaders | undefined {
  const readers = new Map<string, Map<string, number>>()
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
    for (const key of attempt(() => keysOf(fiber, flags)) ?? []) {
      const components = readers.get(key) ?? new Map<string, number>()
      const shown = MINIFIED.test(name) ? placedName(placeOf(fiber)) : name
      readers.set(key, components.set(shown, (components.get(shown) ?? 0) + 1))
    }
  }
  return readers
}

const placedName = (place: string | undefined) =>
  place === undefined ? 'a component that shows nothing' : `${PLACED}${place}`

function rootFibers(): readonly Fiber[] {
  return [...document.querySelectorAll('*'), document].flatMap((node) => {
    const property = Object.keys(node).find((name) => name.startsWith(CONTAINER))
    const root: Fiber | undefined = property && attempt(() => Reflect.get(node, property))
    // The property has the fiber of the first render, and its state node the current one.
    const current = root?.stateNode?.current
    return current ? [current] : []
  })
}

/** The name of a component, also of one in `memo` or `forwardRef`. */
function nameOf(type: unknown): string | undefined {
  if (typeof type !== 'function' && (typeof type !== 'object' || type === null)) return undefined
  const { displayName, name, type: within, render } = type as Record<string, unknown>
  for (const one of [displayName, name]) if (typeof one === 'string' && one) return one
  return nameOf(within ?? render) ?? (typeof type === 'function' ? 'a component without a name' : undefined)
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
