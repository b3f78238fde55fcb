import type { ConsoleMessage, ConsoleState } from '../../../src/console/consoleMessage.ts'
import type { CollectorTotals } from '../../../src/collector/collector.ts'
import type { StoredEvent } from '../../../src/collector/eventStore.ts'

/** What the console knows. While the connection is lost, the last that was known stays on show. */
export interface FeedState {
  readonly connection: 'connecting' | 'live' | 'lost'
  readonly state: ConsoleState | undefined
  /** The newest first. */
  readonly events: readonly StoredEvent[]
  readonly totals: CollectorTotals
  /** Ids that arrived while the console was open, for a moment of emphasis. */
  readonly fresh: ReadonlySet<string>
}

export type FeedInput = ConsoleMessage | { readonly type: 'lost' }

/** Rows. */
export const MAX_ROWS = 500

export const NOTHING_YET: FeedState = {
  connection: 'connecting',
  state: undefined,
  events: [],
  totals: { stored: 0, known: 0 },
  fresh: new Set(),
}

export function nextFeedState(before: FeedState, input: FeedInput): FeedState {
  switch (input.type) {
    case 'lost':
      return { ...before, connection: before.connection === 'connecting' ? 'connecting' : 'lost' }
    case 'state':
      return { ...before, connection: 'live', state: input.state }
    case 'history':
      return { ...before, connection: 'live', events: input.events, totals: input.totals, fresh: new Set() }
    case 'arrived': {
      // After a reconnection, what arrives may already be in the history.
      const shown = new Set(before.events.map(({ event }) => event.id))
      const added = input.events.filter(({ event }) => !shown.has(event.id))
      return {
        ...before,
        events: [...added, ...before.events].slice(0, MAX_ROWS),
        totals: input.totals,
        fresh: new Set(added.map(({ event }) => event.id)),
      }
    }
  }
}
