import { describe, expect, test } from 'vitest'
import type { PageDelivery, TabConnection } from '../../../src/protocol/consoleConnections.ts'
import type { EventLife, LifeStep } from '../../../src/protocol/eventLife.ts'
import { NO_ROWS, withArrived, withLives } from '../feed/eventRows.ts'
import { conclusions, type Known } from './conclusions.ts'

const NOW = 1_000_000
const HOUR = 3_600_000

const tab = (name: string, more: Partial<TabConnection> = {}): TabConnection => ({
  ...{ tab: name, page: 'http://desk.test/fleet', app: 'Desk', identity: 'ada', flags: 'live' },
  ...{ openedAt: 0, lastSeenAt: NOW, browser: 'b', ...more },
})
const delivery = (more: Partial<PageDelivery> = {}): PageDelivery => ({
  ...{ name: 'collector', address: 'http://console.test/collect', outcome: 'delivered', failures: 0, ...more },
})
const life = (id: string, steps: readonly Omit<LifeStep, 'at'>[], more: Partial<EventLife> = {}): EventLife => ({
  ...{ id, name: 'Quote sent', tab: 'one', app: 'Desk', copies: 0, steps: steps.map((step) => ({ at: 5, ...step })) },
  ...more,
})
const stored = (id: string) => ({
  ...{ event: { id, name: 'Quote sent', at: 5, url: '', properties: {}, identity: {} }, app: { name: 'Desk' } },
  ...{ receivedAt: 6, cursor: id },
})

function saidOf({
  tabs = [tab('one')],
  lives = [],
  arrived = [],
  state,
  polls = [],
}: Partial<Known> & { lives?: readonly EventLife[]; arrived?: readonly string[] }) {
  const reported = withLives(NO_ROWS, lives)
  const { rows } = withArrived(reported, arrived.map(stored) as never)
  return conclusions({ tabs, rows, state, polls, origin: 'http://console.test' }, NOW).map(
    ({ where, message, status }) => `${status} ${where}: ${message}`,
  )
}

const acknowledged = { step: 'acknowledged', destination: 'collector' } as const

describe('the console concludes nothing', () => {
  test.each<[string, Parameters<typeof saidOf>[0]]>([
    ['of a page without events', {}],
    ['of tabs of one user', { tabs: [tab('one'), tab('two')] }],
    ['of users in different browsers', { tabs: [tab('one'), tab('two', { browser: 'c', identity: 'ben' })] }],
    ['of pages of other origins', { tabs: [tab('one'), tab('two', { page: 'http://shop.test/', identity: 'ben' })] }],
    [
      'of a page that does not report its browser',
      { tabs: [tab('one'), { ...tab('two', { identity: 'ben' }), browser: undefined as never }] },
    ],
    ['of a sign-in a moment ago', { tabs: [tab('one'), tab('two', { identity: 'ben', identityAt: NOW - 4_000 })] }],
    [
      'of a page that does not know its user yet',
      { tabs: [tab('one'), tab('two', { identity: null, noUser: 'resolving' })] },
    ],
    ['of a quiet page', { tabs: [tab('one'), tab('two', { identity: 'ben', isQuiet: true, clockAheadMs: HOUR })] }],
    [
      'of events that have arrived',
      { tabs: [tab('one', { deliveries: [delivery()] })], lives: [life('1', [acknowledged])], arrived: ['1'] },
    ],
    [
      'of a second destination beside the collector',
      {
        tabs: [tab('one', { deliveries: [delivery(), delivery({ name: 'search', address: 'https://search.test/' })] })],
        lives: [life('1', [acknowledged, { ...acknowledged, destination: 'search' }])],
        arrived: ['1'],
      },
    ],
    [
      'of a destination whose address is not known',
      { tabs: [tab('one', { deliveries: [{ name: 'collector', failures: 0 }] })], lives: [life('1', [acknowledged])] },
    ],
    [
      'of a vendor, which confirms nothing',
      {
        tabs: [tab('one', { deliveries: [delivery()] })],
        lives: [life('1', [{ ...acknowledged, isUnconfirmed: true }])],
      },
    ],
    [
      'of an acknowledgement a moment ago',
      {
        tabs: [tab('one', { deliveries: [delivery()] })],
        lives: [{ ...life('1', [{ step: 'happened' }]), steps: [{ ...acknowledged, at: NOW - 3_000 }] }],
      },
    ],
    [
      'of a step that drops half of the events',
      {
        lives: [
          life('1', [{ step: 'happened' }]),
          life('2', [{ step: 'dropped', destination: 'redact', reason: 'filtered' }]),
        ],
      },
    ],
    [
      'of events that were dropped for another reason',
      { lives: [life('1', [{ step: 'dropped', destination: 'outbox', reason: 'over-budget' }])] },
    ],
  ])('%s', (_, known) => {
    expect(saidOf(known)).toEqual([])
  })
})

describe('the console concludes that', () => {
  test('a clock is behind, or ahead, once for the pages of an application', () => {
    const behind = [tab('one', { clockAheadMs: -26 * HOUR }), tab('two', { clockAheadMs: -26 * HOUR })]
    expect(saidOf({ tabs: behind })).toEqual([
      'warning clock: the clock of the page is 1 d behind that of the services',
    ])
    expect(saidOf({ tabs: [tab('one', { clockAheadMs: 120_000 })] })).toEqual([
      'warning clock: the clock of the page is 2 min ahead of that of the services',
    ])
  })

  test('tabs of one browser show different users, or one of them shows no user', () => {
    expect(saidOf({ tabs: [tab('one'), tab('two', { identity: 'ben' }), tab('three')] })).toEqual([
      'warning identity: tabs of one browser show different users: ada, ben',
    ])
    expect(saidOf({ tabs: [tab('one'), tab('two', { identity: null, noUser: 'signed-out' })] })).toEqual([
      'warning identity: tabs of one browser show different users: ada, Signed out',
    ])
  })

  test('events go to another collector, also one with a relative address', () => {
    const lives = [life('1', [acknowledged]), life('2', [acknowledged])]
    const at = (address: string) => saidOf({ tabs: [tab('one', { deliveries: [delivery({ address })] })], lives })
    expect(at('https://other.test/collect')).toEqual([
      'warning collector: has taken 2 events at https://other.test/collect, and this console has received none of them',
    ])
    expect(at('/collect')).toEqual([
      'warning collector: has taken 2 events at http://desk.test/collect, and this console has received none of them',
    ])
  })

  test('events go to another collector from now on', () => {
    const lives = [life('1', [acknowledged]), { ...life('2', []), steps: [{ ...acknowledged, at: 200_000 }] }]
    const tabs = [tab('one', { deliveries: [delivery({ address: 'https://other.test/collect' })] })]
    expect(saidOf({ tabs, lives, arrived: ['1'] })).toEqual([
      'warning collector: has taken 1 event at https://other.test/collect, and this console has received none of them',
    ])
    expect(saidOf({ tabs, lives, arrived: ['2'] })).toEqual([])
  })

  test('a step drops more than half of the events of a name', () => {
    const dropped = { step: 'dropped', destination: 'redact', reason: 'filtered' } as const
    const lives = [
      life('1', [dropped]),
      life('2', [dropped]),
      life('3', [{ step: 'happened' }]),
      life('4', [{ step: 'happened' }], { name: 'Quote opened' }),
    ]
    expect(saidOf({ lives })).toEqual(['warning redact: drops 2 of the latest 3 events called Quote sent'])
  })

  test('a flag is overridden, once for the pages that show the same value', () => {
    const overridden = [{ key: 'new-pricing', value: 'true' }]
    const tabs = [tab('one', { overridden }), tab('two', { overridden, page: 'http://desk.test/' })]
    expect(saidOf({ tabs })).toEqual(['warning flags: new-pricing is overridden with true'])
  })

  test('all events of a user are sampled out, but not those of another', () => {
    const sampled = { step: 'dropped', destination: 'sample', reason: 'filtered' } as const
    const lives = [
      life('1', [sampled], { identity: 'ada' }),
      life('2', [sampled], { identity: 'ada', name: 'Quote opened' }),
      life('3', [{ step: 'happened' }], { identity: 'ben' }),
      life('4', [sampled], { identity: 'eve' }),
      life('5', [{ step: 'happened' }], { identity: 'eve', name: 'Quote opened' }),
    ]
    expect(saidOf({ lives })).toEqual(['warning sample: drops all events of ada'])
  })

  test('a page cannot reach a destination, and another tab can', () => {
    const failing = { outcome: 'failed', failures: 3, failingSinceAt: 10, answeredAt: 20, waiting: 2 } as const
    const dead = tab('one', { deliveries: [delivery({ ...failing, reason: 'no connection' })] })
    const at = (answeredAt: number) => tab('two', { deliveries: [delivery({ answeredAt })] })
    expect(saidOf({ tabs: [dead, at(30)] })).toEqual([
      'warning collector: cannot be reached by a page, and another tab delivers its events',
    ])
    expect(saidOf({ tabs: [dead, at(5)] })).toEqual([])
    expect(saidOf({ tabs: [dead, { ...at(30), page: 'http://shop.test/' }] })).toEqual([])
  })

  test('a rule asks for an attribute that no user has', () => {
    const clause = (attribute: string, more = {}) => ({ clauses: [{ attribute, op: 'in', values: [], ...more }] })
    const state = (...attributes: readonly string[]) => ({
      users: [{ token: 't', identity: { unique_identity: 'ada', plan: 'pro', address: {} } }],
      environments: [{ id: 'env', levels: [], flags: [{ key: 'new', rules: attributes.map((one) => clause(one)) }] }],
      startedAt: 0,
    })
    expect(saidOf({ state: state('plann', 'plan', 'key', '/address/city') as never })).toEqual([
      'warning new: has a rule for plann, which no user has',
    ])
    const others = [clause('', { op: 'segmentMatch' }), clause('size', { contextKind: 'company' })]
    const environments = [{ id: 'env', levels: [], flags: [{ key: 'new', rules: others }] }]
    expect(saidOf({ state: { ...state(), environments } as never })).toEqual([])
    expect(saidOf({ state: { ...state('plann'), users: [] } as never })).toEqual([])
  })

  describe('a page sends a user without an attribute', () => {
    const rules = [{ clauses: [{ attribute: 'plan', op: 'in', values: ['pro'] }] }]
    const stateWith = (plan: unknown) => ({
      users: [{ token: 't', identity: { unique_identity: 'ada', user_name: 'Ada', plan } }],
      environments: [{ id: 'env', levels: [], flags: [{ key: 'new', version: 1, rules }] }],
      startedAt: 0,
    })
    const poll = (attributes: readonly string[], more: object = {}) => ({
      ...{ protocol: 'evalx', environment: 'env', contextKey: 'ada', count: 1, firstAt: 1, lastAt: 1, lastStatus: 200 },
      ...{ user: { key: 'ada', attributes }, ...more },
    })
    const said = (plan: unknown, ...polls: readonly object[]) =>
      saidOf({ state: stateWith(plan) as never, polls: polls as never })

    test('that a rule asks for, and that the file of users has', () => {
      expect(said('pro', poll(['key', 'email']))).toEqual([
        'warning identity: the page sends Ada without plan, which a rule of new asks for',
      ])
    })

    test.each([
      ['it has the attribute', 'pro', [poll(['key', 'plan'])]],
      ['its latest request has it', 'pro', [poll(['key', 'plan']), poll(['key'], { protocol: 'ofrep' })]],
      ['the file of users has no value', null, [poll(['key'])]],
      ['it is a user of another environment', 'pro', [poll(['key'], { environment: 'other' })]],
      ['the file does not have the user', 'pro', [poll(['key'], { user: { key: 'eve', attributes: ['key'] } })]],
      ['nothing is known of the user', 'pro', [poll([], { user: undefined })]],
    ])('and not where %s', (_, plan, polls) => {
      expect(said(plan, ...polls)).toEqual([])
    })

    test.each([
      ['no page shows the user any more', tab('one', { identity: 'ben' })],
      ['the page that does is quiet', tab('one', { isQuiet: true })],
    ])('and not where %s', (_, page) => {
      expect(saidOf({ tabs: [page], state: stateWith('pro') as never, polls: [poll(['key'])] as never })).toEqual([])
    })
  })

  describe('a page has an older version of a flag', () => {
    const changes = [{ id: 1, at: 100, who: 'file', environment: 'env', key: 'new', canUndo: true }]
    const state = {
      ...{ users: [], changes, startedAt: 0 },
    }
    const flags = [{ key: 'new', version: 7, rules: [] }]
    const event = (at: number, version: number, more: object = {}) => ({
      ...{ id: '1', name: 'Quote sent', at, url: '', identity: {}, properties: { 'LDFF: new': true }, ...more },
      flags: { new: { property: 'LDFF: new', variation: 0, version } },
    })
    const said = (page: Partial<TabConnection>, served: readonly object[], ...events: readonly object[]) =>
      saidOf({
        ...{
          tabs: [tab('one', page)],
          state: { ...state, environments: [{ id: 'env', levels: [], flags: served }] } as never,
        },
        lives: events.map((one, at) => life(String(at), [{ step: 'completed' }], { event: one as never })),
      })

    test('although it was opened after the change', () => {
      expect(said({ openedAt: 200 }, flags, event(3_000, 4))).toEqual([
        'warning flags: the page has version 4 of new, and the service has version 7',
      ])
    })

    test.each([
      ['was opened before the change', 50, event(3_000, 4)],
      ['has just begun with the remembered flags', 200, event(1_000, 4)],
      ['has the version', 200, event(3_000, 7)],
      ['overrides the flag', 200, event(3_000, 4, { overridden: ['new'] })],
    ])('and not one that %s', (_, openedAt, one) => {
      expect(said({ openedAt }, flags, one)).toEqual([])
    })

    test('and not of a flag that has been removed since', () => {
      expect(said({ openedAt: 200 }, [], event(3_000, 4))).toEqual([])
    })
  })

  describe('a destination answers late', () => {
    const answered = (id: string, sentAt: number, at: number, more: object = {}) =>
      life(id, [
        { step: 'sent', destination: 'collector', at: sentAt } as never,
        { step: 'acknowledged', destination: 'collector', at, ...more } as never,
      ])
    const said = (...lives: readonly EventLife[]) => saidOf({ lives, arrived: ['1', '2'] })

    test('until an answer is quick', () => {
      expect(said(answered('1', NOW - 50_000, NOW - 25_000))).toEqual(['warning collector: has taken 25 s to answer'])
      expect(said(answered('1', NOW - 50_000, NOW - 25_000), answered('2', NOW - 1_000, NOW - 900))).toEqual([])
    })

    test('and for two minutes if no other answer follows', () => {
      expect(said(answered('1', NOW - 200_000, NOW - 121_000))).toEqual([])
    })

    test('but not a script, and not a destination to which the event was sent again', () => {
      expect(said(answered('1', NOW - 50_000, NOW - 25_000, { isUnconfirmed: true }))).toEqual([])
      const again = answered('1', NOW - 50_000, NOW - 25_000)
      const sent = { step: 'sent', destination: 'collector', at: NOW - 25_100 } as const
      expect(said({ ...again, steps: [...again.steps, sent] })).toEqual([])
    })
  })
})
