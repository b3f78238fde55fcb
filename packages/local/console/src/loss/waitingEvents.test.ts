import { expect, test } from 'vitest'
import type { LifeStepName } from '../../../src/protocol/eventLife.ts'
import type { PageDelivery, TabConnection } from '../../../src/protocol/consoleConnections.ts'
import type { EventRow } from '../feed/eventRows.ts'
import { waitingEvents } from './waitingEvents.ts'

const row = (tab: string, at: number, ...steps: readonly LifeStepName[]): EventRow => ({
  id: `${tab} ${at}`,
  stored: undefined,
  life: {
    ...{ id: `${tab} ${at}`, tab, app: 'Desk', page: 'http://desk.test/fleet', copies: 0 },
    steps: steps.map((step) => ({ step, at, ...(/sent|ack|drop/.test(step) && { destination: 'collector' }) })),
  },
})
const keptBy = (keeper: string, one: EventRow): EventRow => ({ ...one, life: one.life && { ...one.life, keeper } })
/** An event that will not arrive, and why. */
function given(reason: string): EventRow {
  const known = row('a', 6, 'happened', 'dropped')
  const steps = known.life?.steps.map((step) => (step.step === 'dropped' ? { ...step, reason } : step)) ?? []
  return { ...known, id: reason, life: { id: reason, copies: 0, steps } }
}
const tab = (name: string, more: Partial<TabConnection> = {}): TabConnection => ({
  ...{ tab: name, page: 'http://desk.test/quotes', app: 'Desk', identity: null, flags: 'live' },
  ...{ openedAt: 1, lastSeenAt: 1, ...more },
})
const failed: PageDelivery = { name: 'collector', outcome: 'failed', failures: 2, failingSinceAt: 4, waiting: 7 }
const NONE = { pages: 0, events: 0 }
const none = { count: 0, pages: 0, since: undefined, left: 0, stopped: NONE, refused: 0, dropped: 0 }

test.each<[string, readonly EventRow[], readonly TabConnection[], Partial<typeof none> | object]>([
  ['nothing waits', [], [tab('a')], {}],
  ['an event that was taken', [row('a', 5, 'sent', 'acknowledged')], [tab('a')], {}],
  ['events that were given up or refused', [given('over-budget'), given('refused')], [], { refused: 1, dropped: 1 }],
  ['events that were dropped on purpose', [given('filtered')], [tab('a')], {}],
  [
    'events of two pages that report, whatever they wait for',
    [row('a', 5, 'happened', 'pending'), row('a', 9, 'stored'), row('b', 7, 'sent')],
    [tab('a'), tab('b')],
    { count: 3, pages: 2, since: 5 },
  ],
  [
    'events of earlier visits, which only the destination of a page counts',
    [row('a', 5, 'sent')],
    [tab('a', { deliveries: [failed] })],
    { count: 7, pages: 1, since: 4 },
  ],
  [
    'one event that waits for two destinations',
    [row('a', 5, 'sent')],
    [
      tab('a', {
        deliveries: [
          { ...failed, waiting: 1 },
          { ...failed, name: 'heap', waiting: 1 },
        ],
      }),
    ],
    { count: 1, pages: 1, since: 4 },
  ],
  [
    'the events that the tabs of an application share',
    [],
    [tab('a', { deliveries: [failed] }), tab('b', { deliveries: [failed] })],
    { count: 7, pages: 2, since: 4 },
  ],
  [
    'events of two applications',
    [],
    [tab('a', { deliveries: [failed] }), tab('b', { app: 'Shop', deliveries: [failed] })],
    { count: 14, pages: 2, since: 4 },
  ],
  ['an event of a page that is closed, with no other page', [row('a', 5, 'stored')], [], { left: 1 }],
  [
    'an event of a page that is quiet',
    [row('a', 5, 'stored')],
    [tab('a', { isQuiet: true, deliveries: [failed] })],
    { left: 1, stopped: { pages: 1, events: 1 } },
  ],
  [
    'an event of a page that is closed, of which another page of the application has told nothing',
    [row('a', 5, 'stored')],
    [tab('b')],
    { left: 1 },
  ],
  [
    'an event of a page that is quiet, which another page of the application has counted',
    [row('a', 5, 'stored')],
    [tab('a', { isQuiet: true }), tab('b', { deliveries: [{ ...failed, waiting: 1 }] })],
    { count: 1, pages: 1, since: 4 },
  ],
  [
    'an event of a page that is closed, of which another page has reported a step',
    [keptBy('b', row('a', 5, 'sent'))],
    [tab('b')],
    { count: 1, pages: 1, since: 5 },
  ],
  [
    'the events of pages that are quiet, beside those of one that reports',
    [row('a', 5, 'sent'), row('b', 6, 'stored'), row('b', 7, 'stored'), row('c', 8, 'stored'), row('d', 9, 'stored')],
    [tab('a'), tab('b', { isQuiet: true }), tab('c', { isQuiet: true })],
    { count: 1, pages: 1, since: 5, left: 4, stopped: { pages: 2, events: 3 } },
  ],
])('%s: how many wait, in how many pages and since when', (_, rows, tabs, expected) => {
  const chunks = rows.length > 0 ? [rows] : []
  expect(waitingEvents({ chunks, length: rows.length }, tabs)).toEqual({ ...none, ...expected })
})
