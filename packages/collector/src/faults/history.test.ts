import { expect, it } from 'vitest'
import { createHistory, type History, judge, noteReply, type Remains } from './history.ts'

const IDS = ['a', 'b', 'c']

/** Three events that were sent and acknowledged. */
function wholeHistory(): History {
  const history = createHistory()
  for (const id of IDS) history.sent.add(id)
  noteReply(history, { outcome: 'answered', status: 202, retryAfter: null, ms: 1 }, IDS)
  return history
}

const noLoss = { expected: 3, stored: 3, explained: {}, onTheWay: 0, outstanding: 0, unexplained: 0 }
const whole: Remains = { rows: IDS, losses: [noLoss] }

it('finds nothing wrong where each event is there once', () => {
  expect(judge(wholeHistory(), whole)).toEqual({ missing: 0, double: 0, problems: [] })
})

it.each<readonly [what: string, remains: Partial<Remains>, problem: string]>([
  ['an acknowledged event is missing', { rows: ['a', 'b'] }, '1 acknowledged events are not in the store.'],
  ['an event is there twice', { rows: [...IDS, 'a'] }, '1 rows have an id that another row has.'],
  ['an event was never sent', { rows: [...IDS, 'd'] }, '1 events in the store were never sent.'],
  [
    'the loss meter has no explanation',
    { losses: [{ ...noLoss, unexplained: 1 }] },
    '1 events are lost without a reason, says /loss.',
  ],
  [
    'the loss meter still waits',
    { losses: [{ ...noLoss, onTheWay: 1, outstanding: 1 }] },
    '2 events are still missing, says /loss.',
  ],
  [
    'the loss meter has a reason that nobody has told',
    { losses: [{ ...noLoss, explained: { filtered: 1 } }] },
    '1 reasons for missing events were never told, but are in /loss.',
  ],
  [
    'the loss meter counts wrong',
    { losses: [{ ...noLoss, stored: 2 }] },
    '3 events were sent, but /loss expects 3 and says that 2 are stored.',
  ],
])('finds that %s', (_, remains, problem) => {
  expect(judge(wholeHistory(), { ...whole, ...remains }).problems).toEqual([problem])
})

it('finds an event that was never acknowledged, wherever it is', () => {
  const history = wholeHistory()
  history.sent.add('d')
  const losses = [{ ...noLoss, expected: 4, stored: 4 }]
  expect(judge(history, { rows: [...IDS, 'd'], losses }).problems).toEqual(['1 events were never acknowledged.'])
  expect(judge(history, { rows: IDS, losses }).problems).toEqual([
    '1 events that were not acknowledged never came into the store.',
    '1 events were never acknowledged.',
  ])
})

it('takes no answer for an acknowledgement that is none, and names those that no collector may give', () => {
  const history = createHistory()
  const answers = [400, 413, 422, 429, 500, 503].map((status) => ({ status, retryAfter: '5' }))
  for (const answer of [...answers, { status: 503, retryAfter: null }])
    expect(noteReply(history, { outcome: 'answered', ms: 1, ...answer }, ['a'])).toBe(false)
  expect(noteReply(history, { outcome: 'broken' }, ['a'])).toBe(false)
  expect(noteReply(history, { outcome: 'silent', ms: 30_000 }, ['a'])).toBe(false)
  expect(history.acknowledged.size).toBe(0)
  expect([...history.problems]).toEqual([
    'A collector has answered 400.',
    'A collector has answered 422.',
    'A collector has answered 500.',
    'A collector has answered 503 without Retry-After.',
    'A collector has not answered for 30000 milliseconds.',
  ])
  expect(history).toMatchObject({ unavailable: 2, broken: 1, longestMs: 30_000 })
})
