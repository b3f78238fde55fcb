import { attempt } from '../core/lib/attempt.ts'
import { parseRecord, sameJson } from '../core/lib/json.ts'
import { createListeners, type Unsubscribe } from '../core/lib/listeners.ts'
import type { Json } from '../core/model/json.ts'
import type { ObservedLayer } from '../core/observer.ts'
import { PREFIX } from '../platform/webStorage.ts'

/** Where an override holds. */
export type Scope = 'tab' | 'all-tabs'

export interface Override {
  readonly value: Json
  readonly scope: Scope
}

/** The overrides of a layer. */
export interface Overrides {
  /** By key. Another object after each change. */
  all(): ReadonlyMap<string, Override>
  set(key: string, value: Json, scope: Scope): void
  /** Without a scope, it ends everywhere. */
  clear(key: string, scope?: Scope): void
  clearAll(): void
  /** False when the browser has refused to store them: they hold on this page only. */
  isStored(): boolean
  /** Ends all overrides on this page, or puts them in force again, and leaves what is stored: what cannot be shown must not act. */
  suspend(isSuspended: boolean): void
  subscribe(listener: () => void): Unsubscribe
  /** Stops listening to other tabs. The flags stay as they are. */
  stop(): void
  /** Ends all overrides, also those that are stored: the next user is another one. */
  withdraw(): void
}

type Values = Map<string, Json>

const SCOPES = ['tab', 'all-tabs'] as const

/** A getter of the browser's storages throws where they are blocked. */
const STORAGES: Readonly<Record<Scope, () => Storage>> = { tab: () => sessionStorage, 'all-tabs': () => localStorage }

/**
 * Puts the stored overrides of this layer in force, and keeps them: those of the tab across reloads, those of all tabs as other tabs
 * change them.
 *
 * @param linked overrides for this tab from its address
 */
export function createOverrides(layer: ObservedLayer, linked: ReadonlyMap<string, Json>): Overrides {
  const { app, flags } = layer
  const name = `${PREFIX}overrides:${app}`
  const changes = createListeners<[]>()
  const stored: Record<Scope, Values> = { tab: read('tab'), 'all-tabs': read('all-tabs') }
  /** What the browser has refused to store. */
  const unstored = new Set<Scope>()
  let shown: ReadonlyMap<string, Override> = new Map()
  let isSuspended = false

  function read(scope: Scope): Values {
    const text = attempt(() => STORAGES[scope]().getItem(name)) ?? undefined
    return new Map(Object.entries(parseRecord(text)) as [string, Json][])
  }

  function write(scope: Scope) {
    const values = stored[scope]
    const isWritten = attempt(() => {
      const storage = STORAGES[scope]()
      if (values.size > 0) storage.setItem(name, JSON.stringify(Object.fromEntries(values)))
      else storage.removeItem(name)
      return true
    })
    if (isWritten || values.size === 0) return void unstored.delete(scope)
    unstored.add(scope)
    // What stood there before must not come back with the next page.
    attempt(() => STORAGES[scope]().removeItem(name))
  }

  /** Those of the tab hide those of all tabs. */
  const inForce = () =>
    new Map<string, readonly [Json, Scope]>([
      ...(isSuspended ? [] : [...entriesOf(stored['all-tabs'], 'all-tabs'), ...entriesOf(stored.tab, 'tab')]),
    ])

  function apply(wanted: ReadonlyMap<string, readonly [Json, Scope]>) {
    const before = shown
    shown = new Map([...wanted].map(([key, [value, scope]]) => [key, { value, scope }]))
    for (const key of before.keys()) if (!shown.has(key)) flags.override(key, undefined)
    for (const [key, { value }] of shown)
      if (!before.has(key) || !sameJson(before.get(key)?.value, value)) flags.override(key, value)
    changes.notify()
  }

  function change(edit: (values: Values, scope: Scope) => unknown) {
    for (const scope of SCOPES) {
      const before = [...stored[scope]]
      edit(stored[scope], scope)
      if (!sameJson(before, [...stored[scope]])) write(scope)
    }
    apply(inForce())
  }

  function follow(event: Event) {
    const { type, key, persisted } = event as StorageEvent & PageTransitionEvent
    // Without a key, all of it was cleared. A page that returns from the back/forward cache was not told.
    if (type === 'storage' ? key !== name && key !== null : !persisted) return
    // A frame of the same origin shares what is stored for the tab.
    // oxlint-disable-next-line telltale/plain-keys -- The names are those of the list.
    for (const scope of SCOPES) if (!unstored.has(scope)) stored[scope] = read(scope)
    apply(inForce())
  }

  const listening = new AbortController()
  for (const type of ['storage', 'pageshow']) addEventListener(type, follow, { signal: listening.signal })
  change((values, scope) => {
    if (scope === 'tab') for (const [key, value] of linked) values.set(key, value)
  })

  return {
    all: () => shown,
    set: (key, value, scope) =>
      change((values, one) => {
        // One of the tab would hide the new one of all tabs.
        if (one === scope) values.set(key, value)
        else if (scope === 'all-tabs') values.delete(key)
      }),
    clear: (key, scope) => change((values, one) => one === (scope ?? one) && values.delete(key)),
    clearAll: () => change((values) => values.clear()),
    isStored: () => unstored.size === 0,
    suspend(isWanted) {
      isSuspended = isWanted
      apply(inForce())
    },
    subscribe: changes.add,
    stop: () => listening.abort(),
    withdraw() {
      listening.abort()
      change((values) => values.clear())
    },
  }
}

const entriesOf = (values: Values, scope: Scope) => [...values].map(([key, value]) => [key, [value, scope]] as const)
