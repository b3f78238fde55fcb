import type { Clock } from '../core/ports/clock.ts'
import type { LDDataSourceStatus } from './ldClientV4.ts'

/** Where the flags come from, and how that goes, as the v4 SDK tells it. */
export function createDataSourceStatus(clock: Clock, onStatus: (status: LDDataSourceStatus) => void) {
  let status: LDDataSourceStatus = { state: 'CLOSED', stateSince: clock.now() }

  return {
    set(state: LDDataSourceStatus['state']) {
      if (state === status.state) return
      status = { ...status, state, stateSince: clock.now() }
      onStatus(status)
    },
    /** Flags could not be had; those of the context before still come when `isLive`. */
    fail({ message }: Error, isLive: boolean) {
      const time = clock.now()
      const state = isLive ? 'VALID' : 'CLOSED'
      const stateSince = state === status.state ? status.stateSince : time
      status = { state, stateSince, lastError: { kind: 'NETWORK_ERROR', message, time } }
      onStatus(status)
    },
  }
}
