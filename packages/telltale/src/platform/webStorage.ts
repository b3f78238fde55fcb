import { attempt } from '../core/lib/attempt.ts'
import type { KeyValueStorage } from '../core/ports/keyValueStorage.ts'

/**
 * `localStorage`. Blocked cookies, private modes, full disks and servers throw, and there is nothing that we could do about
 * it: nothing is kept then, and nobody is told but by `set`'s answer.
 */
export function webStorage(prefix: string): KeyValueStorage {
  return {
    get: (key) => attempt(() => localStorage.getItem(prefix + key)) ?? undefined,
    getForeign: (name) => attempt(() => localStorage.getItem(name)) ?? undefined,
    set: (key, value) =>
      attempt(() => {
        localStorage.setItem(prefix + key, value)
        // WebKit may end the process of a tab that is closed before another process has heard of the write. The question for the
        // cookies waits for an answer of that process, which hears of the write first: measured, 60 of 60 kept in place of 55.
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
