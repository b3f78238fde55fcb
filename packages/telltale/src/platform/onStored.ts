import type { Tabs } from '../core/ports/platform.ts'
import { listen } from './windowPage.ts'

/** The changes that other tabs make in `localStorage`, to keys that begin with `prefix`. */
export const onStored =
  (prefix: string): Tabs['onStored'] =>
  (start, listener) =>
    // A tab that clears the whole storage gives no key.
    listen(() => [
      [
        window,
        'storage',
        (event) => ((event as StorageEvent).key ?? prefix + start).startsWith(prefix + start) && listener(),
      ],
    ])
