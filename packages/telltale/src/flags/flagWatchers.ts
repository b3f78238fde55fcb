import { attempt } from '../core/lib/attempt.ts'
import type { Unsubscribe } from '../core/lib/listeners.ts'
import type { Flag } from '../core/model/flag.ts'
import type { Json } from '../core/model/json.ts'

/** Whoever is told when a flag's value becomes another one. */
export interface FlagWatcher {
  readonly key: string
  readonly listener: () => void
  /** Somebody is shown the value, or this fallback. */
  readonly shown?: { readonly fallback: Json | undefined }
  /** What was recorded last: of which identity, and which flag. */
  epoch?: string | undefined
  flag?: Flag | undefined
}

export interface FlagWatchers {
  add(watcher: FlagWatcher): Unsubscribe
  /** Records all that is shown. */
  recordAll(): void
}

interface FlagWatchersNeeds {
  /** Tells the keys of values that have changed: for as long as anybody watches. */
  onChange(listener: (keys: Iterable<string>) => void): Unsubscribe
  /** Records what is shown, where it was not yet. */
  record(watcher: FlagWatcher): void
}

/** The watchers of each flag. Thousands of readers cost one subscription. */
export function createFlagWatchers({ onChange, record }: FlagWatchersNeeds): FlagWatchers {
  const byKey = new Map<string, Set<FlagWatcher>>()
  let end: Unsubscribe | undefined

  function tell(keys: Iterable<string>) {
    for (const key of keys) {
      for (const watcher of [...(byKey.get(key) ?? [])]) {
        if (!byKey.get(key)?.has(watcher)) continue // removed by a listener before it
        record(watcher)
        attempt(watcher.listener, (error) =>
          queueMicrotask(() => {
            throw error
          }),
        )
      }
    }
  }

  function remove(watcher: FlagWatcher) {
    const watchers = byKey.get(watcher.key)
    if (!watchers?.delete(watcher) || watchers.size > 0) return
    byKey.delete(watcher.key)
    if (byKey.size > 0) return
    end?.()
    end = undefined
  }

  return {
    add(watcher) {
      const watchers = byKey.get(watcher.key)
      if (watchers) watchers.add(watcher)
      else byKey.set(watcher.key, new Set([watcher]))
      end ??= onChange(tell)
      record(watcher)
      return () => remove(watcher)
    },
    recordAll() {
      for (const watchers of byKey.values()) watchers.forEach(record)
    },
  }
}
