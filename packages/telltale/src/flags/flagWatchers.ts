import { attempt } from '../core/lib/attempt.ts'
import { throwLater, type Unsubscribe } from '../core/lib/listeners.ts'
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
  /** What is shown is recorded at the end of the task, unless it is shown no more by then. */
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

/**
 * Who watches which flag. Thousands of readers cost one subscription, and a place in one set each: to go through them at a change is
 * nothing beside rendering one of them.
 */
export function createFlagWatchers({ onChange, record }: FlagWatchersNeeds): FlagWatchers {
  const watchers = new Set<FlagWatcher>()
  let added: FlagWatcher[] = []
  let end: Unsubscribe | undefined

  function tell(keys: Iterable<string>) {
    const changed = new Set(keys)
    for (const watcher of [...watchers]) {
      if (!changed.has(watcher.key) || !watchers.has(watcher)) continue // removed by a listener before it
      record(watcher)
      attempt(watcher.listener, throwLater)
    }
  }

  function recordAdded() {
    const all = added
    added = []
    for (const watcher of all) if (watchers.has(watcher)) record(watcher)
  }

  return {
    add(watcher) {
      watchers.add(watcher)
      end ??= onChange(tell)
      // Once for all that is shown together; and StrictMode ends effects to begin them again at once, which shows nothing twice.
      if (added.push(watcher) === 1) queueMicrotask(recordAdded)
      return () => {
        if (!watchers.delete(watcher) || watchers.size > 0) return
        end?.()
        end = undefined
      }
    },
    recordAll: () => watchers.forEach(record),
  }
}
