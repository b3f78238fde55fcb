import type { Clock } from '../core/ports/platform.ts'
import type { FlagClient } from '../flags/flagClient.ts'
import type { LDDataSourceStatus } from './ldClientV4.ts'

/** A listener of the vendor's clients: its events have arguments of many types. */
// oxlint-disable-next-line typescript/no-explicit-any
export type LDListener = (...args: any[]) => void

interface Target {
  on(name: string, listener: LDListener): void
  off(name: string, listener: LDListener): void
}

/**
 * Keeps listeners as the vendor's clients do: one that is added twice is called twice, and one call of `off` removes both.
 *
 * @param targetOf returns the emitter of an event
 */
export function createVendorListeners(targetOf: (name: string) => Target) {
  let added: { name: string; listener: LDListener; self: unknown; entry: LDListener }[] = []

  return {
    on(given: string, listener: LDListener, self?: unknown) {
      // JavaScript callers may pass something that is not a name: no event has its text.
      const name = String(given)
      const entry: LDListener = (...args) => listener.apply(self, args)
      added.push({ name, listener, self, entry })
      targetOf(name).on(name, entry)
    },
    /** Without a listener, removes all listeners of the event. */
    off(name: string, listener?: LDListener, self?: unknown) {
      const isSelected = (one: (typeof added)[number]) =>
        one.name === String(name) && (!listener || (one.listener === listener && one.self === self))
      for (const one of added) if (isSelected(one)) targetOf(one.name).off(one.name, one.entry)
      added = added.filter((one) => !isSelected(one))
    },
  }
}

/** Decides whether changes are streamed: as the application has set it, or else while it listens for changes. */
export function createStreamingSwitch(client: Pick<FlagClient, 'setStreaming'>, isListening: () => boolean) {
  let wanted: boolean | undefined
  const follow = () => client.setStreaming(wanted ?? isListening())

  return {
    set(value: boolean | null | undefined) {
      wanted = value === null || value === undefined ? undefined : Boolean(value)
      follow()
    },
    follow,
  }
}

/** The status of the source of flags, as the v4 SDK reports it. */
export function createDataSourceStatus(clock: Clock, onStatus: (status: LDDataSourceStatus) => void) {
  let status: LDDataSourceStatus = { state: 'CLOSED', stateSince: clock.now() }

  return {
    set(state: LDDataSourceStatus['state']) {
      if (state === status.state) return
      status = { ...status, state, stateSince: clock.now() }
      onStatus(status)
    },
    /** Flags could not be fetched. `isLive`: those of the previous context are still updated. */
    fail({ message }: Error, isLive: boolean) {
      const time = clock.now()
      const state = isLive ? 'VALID' : 'CLOSED'
      const stateSince = state === status.state ? status.stateSince : time
      status = { state, stateSince, lastError: { kind: 'NETWORK_ERROR', message, time } }
      onStatus(status)
    },
  }
}
