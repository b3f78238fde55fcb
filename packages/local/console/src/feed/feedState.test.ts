import { describe, expect, test } from 'vitest'
import type { ConsoleState } from '../../../src/console/consoleMessage.ts'
import { allRows } from './eventRows.ts'
import { nextFeedState, NOTHING_YET, type FeedInput, type FeedState } from './feedState.ts'

const event = (id: string) => ({
  event: { id, name: 'n', at: 1, url: '', properties: {}, identity: {} },
  app: { name: '' },
  receivedAt: 2,
})
const totals = { stored: 5, known: 1 }
const state = { type: 'state', state: {} as ConsoleState } as const
const record = (seq: number) => ({ seq, vendor: 'heap', at: 1, kind: 'track', title: 't', body: {} }) as const
const sample = (at: number, count = 1) => ({ at, events: count, received: { collector: count }, evaluations: {} })

function after(...inputs: FeedInput[]): FeedState {
  return inputs.reduce(nextFeedState, NOTHING_YET)
}

describe('nextFeedState', () => {
  test('replaces the shown events with the history of a new connection', () => {
    const { rows, records, samples } = after(
      { type: 'history', events: [event('old')], totals },
      { type: 'vendors', records: [record(9)], isAll: false },
      { type: 'metrics', samples: [sample(1)] },
      { type: 'history', events: [event('new')], totals },
    )
    expect(allRows(rows).map(({ id }) => id)).toEqual(['new'])
    expect([records, samples]).toEqual([[], []])
  })

  test('marks events as fresh only if they arrived live', () => {
    const { fresh, totals: known } = after(
      { type: 'history', events: [event('a')], totals },
      { type: 'arrived', events: [event('b'), event('a')], totals: { stored: 6, known: 1 } },
    )
    expect([...fresh]).toEqual(['b'])
    expect(known.stored).toBe(6)
  })

  test('adds the older events that it has asked for, and ignores an answer to a former connection', () => {
    const history = { type: 'history', events: [event('b')], totals, olderThan: 'cursor 1' } as const
    const older = { type: 'older', events: [event('a')], totals, olderThan: 'cursor 2' } as const
    const known = after(history, { type: 'answer', before: 'cursor 1', message: older })
    expect([allRows(known.rows).map(({ id }) => id), known.olderThan]).toEqual([['b', 'a'], 'cursor 2'])
    const late = after(history, { type: 'answer', before: 'cursor 0', message: older })
    expect([allRows(late.rows).map(({ id }) => id), late.olderThan]).toEqual([['b'], 'cursor 1'])
    const whole = after(history, { type: 'answer', before: 'cursor 1', message: { type: 'older', events: [], totals } })
    expect(whole.olderThan).toBeUndefined()
  })

  test('is lost only after it was live, and is live again with the next message', () => {
    expect(after({ type: 'lost' }).connection).toBe('connecting')
    expect(after(state, { type: 'lost' })).toMatchObject({ connection: 'lost', state: {} })
    expect(after(state, { type: 'lost' }, state).connection).toBe('live')
  })

  test('keeps the meter of losses while the connection is lost', () => {
    const loss = { expected: 3, stored: 2, explained: {}, onTheWay: 0, outstanding: 0, unexplained: 1, pages: [] }
    expect(after({ type: 'loss', loss }, { type: 'lost' }).loss).toEqual(loss)
  })

  test('adds a vendor record once', () => {
    const { records } = after(
      { type: 'vendors', records: [record(1), record(2)], isAll: true },
      { type: 'vendors', records: [record(2), record(3)], isAll: false },
    )
    expect(records.map(({ seq }) => seq)).toEqual([1, 2, 3])
  })

  test('clears vendor records when the services have cleared them', () => {
    const { records } = after(
      { type: 'vendors', records: [record(1)], isAll: true },
      { type: 'vendors', records: [], isAll: true },
    )
    expect(records).toEqual([])
  })

  test('keeps the latest metrics of each second, in order', () => {
    const { samples } = after(
      { type: 'metrics', samples: [sample(1), sample(2)] },
      { type: 'metrics', samples: [sample(3), sample(2, 7)] },
    )
    expect(samples.map(({ at, received }) => [at, received['collector']])).toEqual([
      [1, 1],
      [2, 7],
      [3, 1],
    ])
  })
})
