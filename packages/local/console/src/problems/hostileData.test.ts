import { describe, expect, test } from 'vitest'
import { conclusions } from './conclusions.ts'
import { fullWorld } from './fullWorld.ts'
import { ACKNOWLEDGED, delivery, droppedBy, environment, flag, KEPT, knownIn } from './hostileWorld.ts'
import { life, lives, MINUTE, NOW, saidIn, state, stored, tab, user, type World } from './hostileWorld.ts'

const elsewhere = (name: string) => delivery({ name, address: 'https://other.test/collect' })

describe.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', ' '])(
  '"%s" is a name like any other',
  (name) => {
    test('of an event that a step drops', () => {
      const all = [...lives(4, droppedBy('redact'), { name }), ...lives(1, KEPT, { name })]
      expect(saidIn({ lives: all })).toEqual([expect.stringContaining('4 of the latest 5')])
    })
    test('of a step', () => {
      const said = saidIn({ lives: [...lives(4, droppedBy(name)), ...lives(2, KEPT)] })
      expect(said).toEqual([expect.stringContaining('4 of the latest 6 events called Quote sent')])
    })
    test('of a person whose events are dropped', () => {
      const all = [...lives(4, droppedBy('sample'), { identity: name }), ...lives(4, KEPT, { identity: 'ben' })]
      expect(saidIn({ lives: all })).toEqual([`sample: drops all events of ${name}`])
    })
    test('of a flag that is overridden', () => {
      const tabs = [tab('one', { overridden: [{ key: name, value: '1' }] })]
      expect(saidIn({ tabs })).toEqual([`flags: ${name} is overridden with 1`])
    })
    test('of a destination at another address', () => {
      const all = lives(3, [{ step: 'completed' }, { step: 'acknowledged', destination: name }])
      expect(saidIn({ tabs: [tab('one', { deliveries: [elsewhere(name)] })], lives: all })).toEqual([
        expect.stringContaining('3 events at https://other.test/collect'),
      ])
    })
    test('of an application, a page and a browser', () => {
      const of = { app: name, tab: name }
      const two = [tab(name, { app: name, browser: name }), tab('two', { app: name, browser: name, identity: 'ben' })]
      expect(saidIn({ tabs: two, lives: lives(3, droppedBy('redact'), of) })).toHaveLength(2)
    })
  },
)

test.each(['constructor', '__proto__', 'toString'])(
  'a user does not have "%s" only because every object inherits it',
  (attribute) => {
    const environments = [environment('env', [flag('new', [attribute])])]
    expect(saidIn({ state: state({ environments, users: [user('ada', { plan: 'a' })] }) })).toEqual([
      expect.stringContaining(`has a rule for ${attribute}`),
    ])
  },
)

test('a user may have an attribute with the name of an inherited property', () => {
  const users = [user('ada', JSON.parse('{ "__proto__": "a", "constructor": "b" }') as object)]
  const environments = [environment('env', [flag('new', ['__proto__', 'constructor'])])]
  expect(saidIn({ state: state({ environments, users }) })).toEqual([])
})

const GARBAGE: readonly unknown[] = [
  ...[
    null,
    'x',
    7,
    [],
    [null],
    { new: null },
    { new: 5 },
    { new: [] },
    { new: { version: '7' } },
    { new: { version: {} } },
  ],
  ...[
    { new: { version: -1 } },
    { new: { version: Infinity } },
    { __proto__: { version: 1 } },
    { constructor: { version: 1 } },
  ],
]

test.each(GARBAGE)('malformed flags of an event lead to no conclusion: %j', (flags) => {
  const change = { id: 1, at: NOW - MINUTE, who: 'console', environment: 'env', key: 'new', canUndo: true } as const
  const flags7 = [flag('new', [], { version: 7 })]
  const known = state({ environments: [environment('env', flags7)], changes: [change], users: [user('ada')] })
  const event = stored('x', { flags }).event
  expect(saidIn({ state: known, arrived: [stored('x', { flags })] })).toEqual([])
  expect(saidIn({ state: known, lives: [life('x', KEPT, { event })] })).toEqual([])
})

test.each<[string, World]>([
  [
    'without a name, a page or an application',
    {
      lives: [
        { id: 'x', steps: [], copies: 3 },
        { id: 'y', steps: [{ step: 'dropped', at: NOW }], copies: 0 },
      ],
    },
  ],
  ['that no page has reported', { arrived: [stored('x'), stored('y', { page: undefined, identity: {} })] }],
  ['of a destination that no page has', { lives: lives(4, [{ step: 'acknowledged', destination: 'gone' }]) }],
  [
    'of a page whose address is not valid',
    {
      tabs: [tab('one', { page: 'x', deliveries: [delivery({ address: '/collect' })] })],
      lives: [life('z', ACKNOWLEDGED)],
      arrived: [stored('z')],
    },
  ],
  [
    'of a destination whose address is not valid',
    { tabs: [tab('one', { deliveries: [delivery({ address: 'http://[' })] })], lives: lives(1, KEPT) },
  ],
])('events lead to no conclusion and no error: %s', (_, world) => {
  expect(saidIn(world)).toEqual([])
})

test('of 10,000 events of a thousand pages, each conclusion is drawn once', () => {
  const keys = conclusions(knownIn(fullWorld(1_000, 10_000)), NOW).map(({ key }) => key)
  expect(keys.length).toBeGreaterThan(100)
  expect(new Set(keys).size).toBe(keys.length)
})
