import type { DropReason, Host } from '../core/host.ts'
import { writable, type Readable } from '../core/lib/readable.ts'
import type { Unsubscribe } from '../core/lib/listeners.ts'

/** What has not arrived where it should, since the page was loaded. */
export interface Diagnostics {
  /** Events that will not reach a destination: how many, by destination and reason. */
  readonly dropped: Readonly<Record<string, Readonly<Partial<Record<DropReason, number>>>>>
}

export function createDiagnostics({ bus }: Pick<Host, 'bus'>): Readable<Diagnostics> & { stop: Unsubscribe } {
  const diagnostics = writable<Diagnostics>({ dropped: {} })
  const stop = bus.on('drop', ({ where, reason, count }) => {
    const { dropped } = diagnostics.get()
    const before = dropped[where] ?? {}
    diagnostics.set({ dropped: { ...dropped, [where]: { ...before, [reason]: (before[reason] ?? 0) + count } } })
  })
  return { get: diagnostics.get, subscribe: diagnostics.subscribe, stop }
}
