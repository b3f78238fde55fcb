import type { Topics } from '../core/host.ts'
import type { Bus } from '../core/lib/bus.ts'
import { writable, type Readable } from '../core/lib/readable.ts'
import type { Unsubscribe } from '../core/lib/listeners.ts'
import type { Diagnostics } from '../core/model/diagnostics.ts'

/** Counts what is given up, by where and why, beside what parts say of how they are. */
export function createDiagnostics(bus: Bus<Topics>): Readable<Diagnostics> & { stop: Unsubscribe } {
  const diagnostics = writable<Diagnostics>({
    dropped: {},
    storage: 'durable',
    inMemory: 0,
    setAside: {},
    waiting: { held: 0, unread: {} },
  })
  const note = (part: Partial<Diagnostics>) => diagnostics.set({ ...diagnostics.get(), ...part })
  const undo = [
    bus.on('diagnosis', note),
    bus.on('drop', ({ where, reason, count }) => {
      const { dropped } = diagnostics.get()
      const before = dropped[where] ?? {}
      note({ dropped: { ...dropped, [where]: { ...before, [reason]: (before[reason] ?? 0) + count } } })
    }),
  ]
  return { get: diagnostics.get, subscribe: diagnostics.subscribe, stop: () => undo.forEach((step) => step()) }
}
