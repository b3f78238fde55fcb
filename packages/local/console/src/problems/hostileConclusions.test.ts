import { describe, expect, test } from 'vitest'
import type { TabConnection } from '../../../src/protocol/consoleConnections.ts'
import { ACKNOWLEDGED, delivery, droppedBy, environment, flag, HOUR, KEPT } from './hostileWorld.ts'
import { life, lives, MINUTE, NOW, saidIn, SECOND, state, stored, tab, user, type World } from './hostileWorld.ts'

const elsewhere = delivery({ address: 'https://other.test/collect' })
const failing = delivery({
  ...{ outcome: 'failed', reason: 'no response', failures: 5, waiting: 3, failingSinceAt: NOW - 2 * MINUTE },
  ...{ sentAt: NOW - 6 * SECOND, answeredAt: NOW - 5 * SECOND, nextAt: NOW + 20 * SECOND },
})
const works = delivery({ sentAt: NOW - 3 * SECOND, answeredAt: NOW - 2 * SECOND })
const dropping = [...lives(9, droppedBy('redact')), ...lives(3, KEPT)]
const ruleFor = (attributes: readonly string[], more: object = {}) => [
  environment('env', [flag('new-pricing', attributes, more)]),
]
const plann = { environments: ruleFor(['plann']), users: [user('ada', { plan: 'a' })] }

/** What is wrong, and what the console says of it. */
const WRONG = {
  clock: [{ tabs: [tab('one', { clockAheadMs: -24 * HOUR })] }, /clock .* 1 d behind/],
  users: [{ tabs: [tab('one'), tab('two', { identity: 'ben' })] }, /different users/],
  elsewhere: [
    { tabs: [tab('one', { deliveries: [elsewhere] })], lives: lives(5, ACKNOWLEDGED) },
    /^collector: .*5 events at https:..other.test.collect/,
  ],
  unreachable: [
    { tabs: [tab('one', { deliveries: [failing] }), tab('two', { deliveries: [works] })] },
    /^collector: .*cannot be reached by a page, and another tab/,
  ],
  step: [{ lives: dropping }, /^redact: drops 9 of the latest 12 events called Quote sent/],
  sample: [{ lives: lives(4, droppedBy('sample')) }, /^sample: drops all events of ada/],
  override: [{ tabs: [tab('one', { overridden: [{ key: 'new', value: 'true' }] })] }, /new is overridden with true/],
  rule: [{ state: state(plann) }, /new-pricing: has a rule for plann, which no user has/],
} satisfies Record<string, readonly [World, RegExp]>

const OF_PAGES = Object.entries(WRONG)
  .filter(([name]) => name !== 'rule')
  .map(([name, [world]]) => [name, { tabs: [tab('one')], ...world }] as const)

test.each(Object.entries(WRONG))('the console says once what is wrong: %s', (_, [world, text]) => {
  expect(saidIn(world)).toEqual([expect.stringMatching(text)])
})

test.each(Object.entries(WRONG))(
  'a hidden page that still reports is judged like a shown one: %s',
  (_, [world, text]) => {
    const { tabs = [tab('one')] }: World = world
    const hidden = tabs.map((one): TabConnection => ({ ...one, isHidden: true, lastSeenAt: NOW - 20 * SECOND }))
    expect(saidIn({ ...world, tabs: hidden })).toEqual([expect.stringMatching(text)])
  },
)

describe('a conclusion about a page no longer holds', () => {
  test.each(OF_PAGES)('when the page is closed: %s', (_, world) => {
    expect(saidIn({ ...world, tabs: [] })).toEqual([])
  })
  test.each(OF_PAGES)('when the page has not been heard for a while: %s', (_, world) => {
    expect(saidIn({ ...world, tabs: world.tabs.map((one) => ({ ...one, isQuiet: true })) })).toEqual([])
  })
  test.each(OF_PAGES)('when the page was reloaded, and the new one has done nothing yet: %s', (_, world) => {
    expect(saidIn({ ...world, tabs: [tab('new', { openedAt: NOW - 2 * SECOND })] })).toEqual([])
  })
  test.each(OF_PAGES)('when only a page of another application is left: %s', (_, world) => {
    const other = tab('other', { app: 'Shop', page: 'http://shop.test/', deliveries: [delivery()] })
    expect(saidIn({ ...world, tabs: [other] })).toEqual([])
  })
  test.each(['one', 'two'])('when one of two pages that show different users is not heard: %s', (quiet) => {
    const tabs = WRONG.users[0].tabs.map((one) => ({ ...one, ...(one.tab === quiet && { isQuiet: true as const }) }))
    expect(saidIn({ tabs })).toEqual([])
  })
  test.each<[string, World]>([
    ['a step was removed', { lives: [...dropping, ...lives(2, KEPT, { tab: 'new' })], tabs: [tab('new')] }],
    [
      'sampling was removed',
      { lives: [...lives(4, droppedBy('sample')), ...lives(1, KEPT, { tab: 'new' })], tabs: [tab('new')] },
    ],
    [
      'the address of a destination was corrected',
      { lives: lives(5, ACKNOWLEDGED), tabs: [tab('new', { deliveries: [delivery()] })] },
    ],
    [
      'the address of a destination is another one, which has taken nothing yet',
      { lives: lives(5, ACKNOWLEDGED), tabs: [tab('new', { deliveries: [elsewhere] })] },
    ],
  ])('when the application was mended and reloaded: %s', (_, world) => {
    expect(saidIn(world)).toEqual([])
  })
})

const ofShop = { app: 'Shop', tab: 'two', page: 'http://shop.test/' }
const later = { identity: 'ben', identityAt: NOW - 20 * SECOND }

describe('the console does not say that tabs show different users', () => {
  test.each<[string, readonly TabConnection[]]>([
    [
      'when one has not reported since the other has another user',
      [tab('one', { isHidden: true, lastSeenAt: NOW - 40 * SECOND }), tab('two', later)],
    ],
    [
      'when one was opened a moment ago, after a sign-in',
      [tab('one'), tab('two', { identity: 'ben', openedAt: NOW - 3 * SECOND })],
    ],
    [
      'when one has not reported since the other was opened',
      [
        tab('one', { isHidden: true, lastSeenAt: NOW - 40 * SECOND }),
        tab('two', { identity: 'ben', openedAt: NOW - 20 * SECOND }),
      ],
    ],
    ['when they are of two applications of one origin', [tab('one'), tab('two', { identity: 'ben', app: 'Admin' })]],
    ['when who-am-i could not be asked in one of them', [tab('one'), tab('two', { identity: null, noUser: 'failed' })]],
  ])('%s', (_, tabs) => {
    expect(saidIn({ tabs })).toEqual([])
  })
  test('but it says so although another tab was opened since the hidden one has reported', () => {
    const two = tab('two', { identity: 'ben' })
    const three = tab('three', { identity: 'ben', openedAt: NOW - 20 * SECOND })
    const hidden = tab('one', { isHidden: true, lastSeenAt: NOW - 40 * SECOND })
    expect(saidIn({ tabs: [hidden, two, three] })).toHaveLength(1)
  })
  test('but it says so when a hidden tab has reported since', () => {
    const hidden = tab('one', { isHidden: true, lastSeenAt: NOW - 10 * SECOND })
    expect(saidIn({ tabs: [hidden, tab('two', later)] })).toHaveLength(1)
  })
})

const hourAgo = ACKNOWLEDGED.map((step) => ({ ...step, at: NOW - HOUR }))
const elsewherePage = tab('one', { deliveries: [elsewhere] })

describe('the console does not say that it misses events', () => {
  test.each<[string, World]>([
    [
      'which are older than the oldest that it has loaded',
      {
        lives: lives(5, hourAgo),
        arrived: [stored('x', { page: 'two' })],
      },
    ],
    ['of which the collector has dropped a copy', { lives: lives(5, ACKNOWLEDGED, { copies: 1 }) }],
    ['which another application has sent', { lives: lives(5, ACKNOWLEDGED, { app: 'Shop', tab: 'two' }) }],
  ])('%s', (_, world) => {
    expect(saidIn({ tabs: [elsewherePage], ...world })).toEqual([])
  })
  test.each([[hourAgo], [ACKNOWLEDGED]])(
    'but it says so of events which the services know to be missing: %#',
    (steps) => {
      const missing = lives(5, steps, { event: stored('y').event })
      const said = saidIn({ tabs: [elsewherePage], lives: missing, arrived: [stored('x', { page: 'two' })] })
      expect(said).toEqual([expect.stringContaining('5 events')])
    },
  )
  test('but it names the address of each page whose events are missing', () => {
    const two = tab('two', { deliveries: [delivery({ address: 'https://old.test/collect' })] })
    const missing = [...lives(2, ACKNOWLEDGED), ...lives(3, ACKNOWLEDGED, { tab: 'two' })]
    expect(saidIn({ tabs: [elsewherePage, two], lives: missing })).toEqual([
      expect.stringContaining('3 events at https://old.test/collect'),
      expect.stringContaining('2 events at https://other.test/collect'),
    ])
  })
  test('but it names the one of two applications whose events are missing', () => {
    const shop = tab('two', { app: 'Shop', page: 'http://shop.test/', deliveries: [elsewhere] })
    const missing = lives(5, ACKNOWLEDGED, { ...ofShop, event: stored('y').event })
    const here = { lives: [life('x', ACKNOWLEDGED), ...missing], arrived: [stored('x')] }
    expect(saidIn({ tabs: [tab('one', { deliveries: [delivery()] }), shop], ...here })).toEqual([
      expect.stringContaining('5 events'),
    ])
  })
})

describe('the console does not say that one page cannot reach a destination', () => {
  const over = delivery({
    ...{ outcome: 'failed', failures: 2, failingSinceAt: NOW - 10 * MINUTE - 5 * SECOND },
    ...{ sentAt: NOW - 10 * MINUTE - SECOND, answeredAt: NOW - 10 * MINUTE, nextAt: NOW - 10 * MINUTE + 4 * SECOND },
  })
  test.each<[string, Partial<TabConnection>, Partial<TabConnection>]>([
    ['which failed minutes ago, for both, and has had nothing to send since', { deliveries: [over] }, {}],
    ['which works in a page of another application', { deliveries: [failing] }, { app: 'Shop' }],
    ['which works in a page of another origin', { deliveries: [failing] }, { page: 'http://shop.test/' }],
    [
      'which took the events of the other page before it failed',
      {
        deliveries: [{ ...failing, failingSinceAt: NOW - MINUTE }],
      },
      { deliveries: [{ ...works, sentAt: NOW - 5 * MINUTE, answeredAt: NOW - 5 * MINUTE }] },
    ],
    ['which has failed once', { deliveries: [{ ...failing, failures: 1, failingSinceAt: undefined as never }] }, {}],
  ])('%s', (_, one, two) => {
    expect(saidIn({ tabs: [tab('one', one), tab('two', { deliveries: [works], ...two })] })).toEqual([])
  })
})

const shopPage = tab('two', { app: 'Shop', page: 'http://shop.test/' })

describe('the console does not say that a step drops too much', () => {
  test.each<[string, World]>([
    ['when it has dropped half of the events', { lives: [...lives(4, droppedBy('redact')), ...lives(4, KEPT)] }],
    [
      'when a destination has dropped the events',
      {
        lives: lives(9, [{ step: 'completed' }, { step: 'dropped', destination: 'collector', reason: 'refused' }]),
      },
    ],
  ])('%s', (_, world) => {
    expect(saidIn(world)).toEqual([])
  })
  test.each([
    ['redact', [...lives(4, droppedBy('redact')), ...lives(9, KEPT, ofShop)], /^redact: drops 4 of the latest 4/],
    ['sample', [...lives(4, droppedBy('sample')), ...lives(9, KEPT, ofShop)], /^sample: drops all events of ada/],
  ] as const)('but it says so although another application keeps events of this name: %s', (_, all, text) => {
    expect(saidIn({ tabs: [tab('one'), shopPage], lives: all })).toEqual([expect.stringMatching(text)])
  })
  test('but it names the persons whose events are dropped, and no other', () => {
    const all = [...lives(3, droppedBy('sample')), ...lives(3, KEPT, { identity: 'ben' })]
    expect(saidIn({ lives: all })).toEqual(['sample: drops all events of ada'])
  })
})

test.each<[string, World]>([
  [
    'two browsers with the same users',
    {
      tabs: ['b', 'c'].flatMap((browser) => [
        tab(`${browser}1`, { browser }),
        tab(`${browser}2`, { browser, identity: 'ben' }),
      ]),
    },
  ],
  [
    'two origins with the same wrong clock',
    { tabs: [tab('one', { clockAheadMs: HOUR }), tab('two', { page: 'http://shop.test/', clockAheadMs: HOUR })] },
  ],
  [
    'two origins whose events are missing',
    {
      tabs: [elsewherePage, { ...elsewherePage, tab: 'two', page: 'http://shop.test/' }],
      lives: [...lives(2, ACKNOWLEDGED), ...lives(2, ACKNOWLEDGED, { tab: 'two' })],
    },
  ],
])('two conclusions with the same message are one row: %s', (_, world) => {
  expect(saidIn(world)).toHaveLength(1)
})

test('an override that two pages have is one row', () => {
  const overridden = [{ key: 'new', value: 'true' }]
  expect(saidIn({ tabs: [tab('one', { overridden }), tab('two', { overridden })] })).toHaveLength(1)
})

describe('the console does not say that no user has an attribute', () => {
  const reads = (clause: object, more: object = {}) =>
    ruleFor([], {
      rules: [{ variation: 0, clauses: [{ attribute: 'plann', op: 'in', values: ['a'], ...clause }] }],
      ...more,
    })
  const users = [user('ada', { plan: 'a' })]
  test.each<[string, World]>([
    ['before it knows the users and flags', { state: undefined }],
    ['when there are no users', { state: state({ ...plann, users: [] }) }],
    [
      'when the file has been edited, and a user has it',
      {
        state: state({ ...plann, users: [...users, user('ben', { plann: 'b' })] }),
      },
    ],
    ['when the environment has been removed', { state: state({ ...plann, environments: [] }) }],
    ['of a rule for companies', { state: state({ users, environments: reads({ contextKind: 'company' }) }) }],
    [
      'of a rule for a segment',
      { state: state({ users, environments: reads({ attribute: '', op: 'segmentMatch' }) }) },
    ],
    ['of the key', { state: state({ users, environments: reads({ attribute: 'key' }) }) }],
    ['of the kind', { state: state({ users, environments: reads({ attribute: 'kind' }) }) }],
    [
      'of a reference to an attribute',
      { state: state({ users, environments: reads({ attribute: '/plan', contextKind: 'user' }) }) },
    ],
  ])('%s', (_, world) => {
    expect(saidIn(world).filter((text) => text.includes('no user'))).toEqual([])
  })
})
