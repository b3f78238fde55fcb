import { attempt } from '../core/lib/attempt.ts'
import type { KeyValueStorage } from '../core/ports/platform.ts'

/** The prefix of all keys, locks, channels and databases of this library. */
export const PREFIX = 'telltale:'

/**
 * `localStorage`. It throws where cookies are blocked, in private modes, on full disks and on servers, and nothing can
 * be done about that. Values are then not kept, and only the result of `set` reports it.
 */
export function webStorage(prefix: string): KeyValueStorage {
  return {
    get: (key) => attempt(() => localStorage.getItem(prefix + key)) ?? undefined,
    set: (key, value) =>
      attempt(() => {
        localStorage.setItem(prefix + key, value)
        // WebKit may end the process of a tab that is being closed before another process has received the write.
        // Reading the cookies waits for an answer of that other process, which receives the write first. Measured: 60
        // of 60 writes were kept, and 55 of 60 without this.
        if (globalThis.document?.visibilityState === 'hidden') attempt(() => document.cookie)
        return true
      }) ?? false,
    remove: (key) => void attempt(() => localStorage.removeItem(prefix + key)),
    keys: (start) =>
      attempt(() =>
        Object.keys(localStorage)
          .filter((key) => key.startsWith(prefix + start))
          .map((key) => key.slice(prefix.length)),
      ) ?? [],
  }
}
