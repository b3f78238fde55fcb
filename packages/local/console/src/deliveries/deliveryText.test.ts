import { expect, test } from 'vitest'
import type { PageDelivery } from '../../../src/protocol/consoleConnections.ts'
import { answerText, deliveryFacts, nextText } from './deliveryText.ts'

const NOW = 100_000
const never: PageDelivery = { name: 'collector', failures: 0 }
const failed: PageDelivery = {
  ...never,
  sentAt: NOW - 3_100,
  answeredAt: NOW - 3_000,
  outcome: 'failed',
  reason: 'status 503',
  failures: 4,
  failingSinceAt: NOW - 9_000,
  nextAt: NOW + 4_200,
  waiting: 5,
}
const asked: PageDelivery = { ...failed, sentAt: NOW - 2_000 }

test.each<[string, PageDelivery, string]>([
  ['was sent nothing', never, 'nothing sent yet'],
  ['has not answered', { ...never, sentAt: NOW - 5_000 }, 'no answer yet, asked 5 s ago'],
  ['has failed', failed, 'status 503, 3 s ago'],
  ['has failed, and is asked again', asked, 'no answer yet, asked 2 s ago'],
  ['has delivered', { ...failed, outcome: 'delivered' }, 'delivered, 3 s ago'],
  ['is a vendor', { ...failed, name: 'heap', outcome: 'delivered' }, 'passed on, 3 s ago'],
  ['has refused', { ...failed, outcome: 'refused', reason: 'status 400' }, 'refused: status 400, 3 s ago'],
])('the last answer of a destination that %s', (_, delivery, text) => {
  expect(answerText(delivery, NOW)).toBe(text)
})

test.each<[string, PageDelivery, string | undefined]>([
  ['none is planned', never, undefined],
  ['one is due in a while', failed, 'in 5 s'],
  ['one is due in more than a minute', { ...failed, nextAt: NOW + 180_000 }, 'in 3 min'],
  ['one is due', { ...failed, nextAt: NOW - 1 }, 'now'],
  ['one goes on', asked, 'now'],
])('the next attempt when %s', (_, delivery, text) => {
  expect(nextText(delivery, NOW)).toBe(text)
})

test.each<[string, PageDelivery, readonly string[]]>([
  [
    'one that fails',
    failed,
    ['status 503, 3 s ago', '4 attempts failed in a row', 'next attempt in 5 s', '5 events wait'],
  ],
  [
    'one that has failed once',
    { ...failed, failures: 1, waiting: 1 },
    ['status 503, 3 s ago', 'next attempt in 5 s', '1 event waits'],
  ],
  [
    'one that fails for some events only',
    { ...failed, failures: 0, waiting: 1 },
    ['status 503 for some events, 3 s ago', 'next attempt in 5 s', '1 event waits'],
  ],
  [
    'one that is asked again',
    asked,
    ['no answer yet, asked 2 s ago', 'before: status 503', '4 attempts failed in a row', '5 events wait'],
  ],
])('the facts of %s', (_, delivery, facts) => {
  expect(deliveryFacts(delivery, NOW)).toEqual(facts)
})
