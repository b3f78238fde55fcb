import { describe, expect, test } from 'vitest'
import type { ConsoleState } from '../../../src/console/consoleMessage.ts'
import { MAX_ROWS, nextFeedState, NOTHING_YET } from './feedState.ts'

const event = (id: string) => ({
  event: { id, name: 'n', at: 1, url: '', properties: {}, identity: {} },
  app: {},
  receivedAt: 2,
})
const totals = { stored: 5, known: 1 }
const ids = ({ events }: { events: readonly { event: { id: string } }[] }) => events.map((stored) => stored.event.id)

describe('nextFeedState', () => {
  test('puts what arrives above what was there, once', () => {
    const before = nextFeedState(NOTHING_YET, { type: 'history', events: [event('b'), event('a')], totals })
    const now = nextFeedState(before, { type: 'arrived', events: [event('c'), event('b')], totals })
    expect(ids(now)).toEqual(['c', 'b', 'a'])
    expect([...now.fresh]).toEqual(['c'])
    expect(now.totals).toBe(totals)
  })

  test('keeps a bounded number of rows', () => {
    const many = Array.from({ length: MAX_ROWS }, (_, index) => event(String(index)))
    const before = nextFeedState(NOTHING_YET, { type: 'history', events: many, totals })
    const now = nextFeedState(before, { type: 'arrived', events: [event('new')], totals })
    expect(now.events).toHaveLength(MAX_ROWS)
    expect(ids(now)[0]).toBe('new')
  })

  test('replaces what was shown with the history of a new connection', () => {
    const before = nextFeedState(NOTHING_YET, { type: 'history', events: [event('old')], totals })
    expect(ids(nextFeedState(before, { type: 'history', events: [event('new')], totals }))).toEqual(['new'])
  })

  test('is lost only after it was live, and is live again with the next message', () => {
    expect(nextFeedState(NOTHING_YET, { type: 'lost' }).connection).toBe('connecting')
    const live = nextFeedState(NOTHING_YET, { type: 'state', state: {} as ConsoleState })
    const lost = nextFeedState(live, { type: 'lost' })
    expect([live.connection, lost.connection]).toEqual(['live', 'lost'])
    expect(lost.state).toBe(live.state)
    expect(nextFeedState(lost, { type: 'state', state: {} as ConsoleState }).connection).toBe('live')
  })
})
