import { describe, expect, test } from 'vitest'
import { createEventLives } from '../../../src/life/eventLives.ts'
import type { LifeReport, ReportedStep } from '../../../src/life/lifeReport.ts'
import { byOwnClock } from '../../../src/life/ownClock.ts'
import { createTabs } from '../../../src/life/tabs.ts'
import type { PollConnection } from '../../../src/protocol/consoleConnections.ts'
import { delivery, environment, flag, HOUR, MINUTE, NOW, saidIn, SECOND } from './hostileWorld.ts'
import { state, stored, user, type World } from './hostileWorld.ts'

const DAY = 24 * HOUR

interface Page extends Pick<LifeReport, 'deliveries'> {
  /** The correct time, as in the steps. */
  readonly openedAt?: number
  readonly steps?: readonly ReportedStep[]
}

/** What the services know of pages whose clocks are ahead by this time, from reports as these pages send them. */
function known(pages: readonly Page[], aheadMs: number): Pick<World, 'tabs' | 'lives'> {
  let at = 0
  const tabs = createTabs(() => at)
  const lives = createEventLives()
  const report = (index: number, { steps = [], deliveries = [] }: Page) => {
    const ahead = <One extends object>(one: One): One =>
      JSON.parse(JSON.stringify(one), (name, value) => (/^at$|At$/.test(name) ? value + aheadMs : value))
    const page = { tab: `page ${index}`, page: 'http://desk.test/fleet', app: 'Desk', identity: 'ada', flags: 'live' }
    const told = byOwnClock({ ...page, now: at + aheadMs, steps: ahead(steps), deliveries: ahead(deliveries) }, at)
    tabs.reported(told)
    lives.reported(told)
  }
  pages.forEach(({ openedAt = NOW - HOUR }, index) => {
    at = openedAt
    report(index, {})
  })
  at = NOW - SECOND
  pages.forEach((page, index) => report(index, page))
  const all = { tabs: tabs.open(), lives: [...lives.all()] }
  tabs.close()
  return all
}

const steps = (id: string, at: number, tookMs = 0): readonly ReportedStep[] => [
  { id, step: 'completed', name: 'Quote sent', at: at - tookMs },
  { id, step: 'sent', destination: 'collector', at: at - tookMs },
  { id, step: 'acknowledged', destination: 'collector', at },
]
/** An event that has version 4 of a flag. */
const withFlag = (at: number): Page => ({
  steps: [
    {
      ...{ id: 'x', step: 'completed', name: 'Quote sent', at },
      event: { ...stored('x', { at, flags: { new: { value: true, version: 4 } } }).event },
    },
  ],
})
const changed = state({
  environments: [environment('env', [flag('new', [], { version: 7 })])],
  changes: [{ id: 1, at: NOW - 30 * MINUTE, who: 'file', environment: 'env', key: 'new', canUndo: true }],
})
const asked: Pick<World, 'state' | 'polls'> = {
  state: state({
    environments: [environment('env', [flag('new', ['plan'])])],
    users: [user('ada', { plan: 'a' })],
  }),
  polls: [
    {
      ...{ protocol: 'evalx', environment: 'env', contextKey: 'ada', count: 1, lastStatus: 200 },
      ...{ firstAt: NOW - 30 * MINUTE, lastAt: NOW - 30 * MINUTE, user: { key: 'ada', attributes: ['key'] } },
    } satisfies PollConnection,
  ],
}
const elsewhere = [delivery({ address: 'https://other.test/collect' })]
const failing = delivery({
  ...{ outcome: 'failed', reason: 'status 503', failures: 5, waiting: 3, failingSinceAt: NOW - 2 * MINUTE },
  ...{ sentAt: NOW - 6 * SECOND, answeredAt: NOW - 5 * SECOND, nextAt: NOW + 20 * SECOND },
})
const tried = { sentAt: NOW - 21 * MINUTE, answeredAt: NOW - 20 * MINUTE, nextAt: NOW - 19 * MINUTE }

const SAID: readonly (readonly [string, readonly Page[], Partial<World>, string | undefined])[] = [
  ['takes events elsewhere', [{ deliveries: elsewhere, steps: steps('a', NOW - MINUTE) }], {}, 'has taken 1 event at'],
  [
    'has taken events that the console has not loaded',
    [{ deliveries: elsewhere, steps: steps('a', NOW - 10 * MINUTE) }],
    { arrived: [stored('b')] },
    undefined,
  ],
  [
    'has taken an event that the collector has',
    [{ deliveries: [delivery()], steps: steps('a', NOW - MINUTE) }],
    { arrived: [stored('a')] },
    undefined,
  ],
  ['has just taken an event', [{ deliveries: elsewhere, steps: steps('a', NOW - 3 * SECOND) }], {}, undefined],
  ['answers late', [{ steps: steps('a', NOW - 20 * SECOND, 25_000) }], {}, 'has taken 25 s to answer'],
  ['answered late some time ago', [{ steps: steps('a', NOW - 10 * MINUTE, 25_000) }], {}, undefined],
  [
    'cannot be reached by a page',
    [{ deliveries: [failing] }, { deliveries: [delivery()] }],
    {},
    'cannot be reached by a page',
  ],
  [
    'could not be reached when a page last tried',
    [{ deliveries: [{ ...failing, ...tried }] }, { deliveries: [delivery()] }],
    {},
    undefined,
  ],
  [
    'page was opened after a flag has changed',
    [{ ...withFlag(NOW - MINUTE), openedAt: NOW - 20 * MINUTE }],
    { state: changed },
    'the page has version 4 of new',
  ],
  ['page was opened before a flag has changed', [withFlag(NOW - MINUTE)], { state: changed }, undefined],
  ['page sends a user without an attribute', [{}], asked, 'the page sends ada without plan'],
  ['page was opened after such a request', [{ openedAt: NOW - 20 * MINUTE }], asked, undefined],
]

describe.each([
  ['correct', 0],
  ['a day ahead', DAY],
  ['a day behind', -DAY],
])('where the clock of a page is %s', (_, aheadMs) => {
  test.each(SAID)('the console concludes the same as with a correct clock: %s', (__, pages, world, text) => {
    const said = saidIn({ ...world, ...known(pages, aheadMs) }).filter((one) => !one.startsWith('clock: '))
    expect(said).toEqual(text === undefined ? [] : [expect.stringContaining(text)])
  })
})
