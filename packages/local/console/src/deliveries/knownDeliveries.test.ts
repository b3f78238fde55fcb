import { expect, test } from 'vitest'
import type { PageDelivery, TabConnection } from '../../../src/protocol/consoleConnections.ts'
import { isFailing, knownDeliveries } from './knownDeliveries.ts'

type Tab = Pick<TabConnection, 'app' | 'page' | 'deliveries'>

const LAST = { at: 5, reason: 'status 503', failures: 2 }
const failing: PageDelivery = {
  name: 'collector',
  sentAt: 4,
  answeredAt: 5,
  outcome: 'failed',
  reason: 'status 503',
  failures: 2,
  failingSinceAt: 3,
  nextAt: 7,
  waiting: 1,
  lastError: LAST,
}
const working: PageDelivery = {
  name: 'collector',
  sentAt: 6,
  answeredAt: 6,
  outcome: 'delivered',
  failures: 0,
  waiting: 0,
}
const tab = (delivery?: PageDelivery, page = 'http://desk.test/fleet', app = 'Desk'): Tab => ({
  app,
  page,
  ...(delivery && { deliveries: [delivery] }),
})
const desk = { app: 'Desk', origin: 'http://desk.test' }

test.each<[string, readonly Tab[], readonly object[]]>([
  ['of an earlier version reports none', [tab()], []],
  ['reports what it knows', [tab(failing)], [{ ...failing, ...desk, pages: 1 }]],
  [
    'that has answered later knows better whether a destination works, and the last error stays',
    [tab(failing), tab(working, 'http://desk.test/quotes')],
    [{ ...working, ...desk, pages: 1, lastError: LAST }],
  ],
  [
    'that fails too is counted',
    [tab(failing), tab({ ...failing, answeredAt: 8, failures: 3 })],
    [{ ...failing, ...desk, answeredAt: 8, failures: 3, pages: 2 }],
  ],
  [
    'of another application has its own destination',
    [tab(failing), tab(working, 'http://desk.test/', 'Shop')],
    [
      { ...failing, ...desk, pages: 1 },
      { ...working, ...desk, app: 'Shop', pages: 0 },
    ],
  ],
  [
    'of another origin has its own destination',
    [tab(working), tab(failing, 'https://desk.test/')],
    [
      { ...working, ...desk, pages: 0 },
      { ...failing, ...desk, origin: 'https://desk.test', pages: 1 },
    ],
  ],
  [
    'whose address is not one counts by its address',
    [tab(working, 'here')],
    [{ ...working, ...desk, origin: 'here', pages: 0 }],
  ],
])('a page %s', (_, tabs, expected) => {
  expect(knownDeliveries(tabs)).toEqual(expected)
})

test.each<[string, Partial<PageDelivery>, boolean]>([
  ['failed twice in a row', {}, true],
  ['failed once', { failures: 1, failingSinceAt: undefined as never }, false],
  ['failed and has nothing to take any more', { waiting: 0 }, false],
])('a destination that has %s', (_, part, expected) => {
  expect(isFailing({ ...failing, ...part })).toBe(expected)
})
