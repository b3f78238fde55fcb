import { describe, expect, it } from 'vitest'
import { collector } from '../../collector.ts'
import { sandboxSettings, SPACE, storeFor } from './sandboxSettings.suite.ts'
import { fakeDisk, type FakeDisk } from '../../testing/fakeDisk.ts'
import { anEvent } from '../../testing/fakeHost.ts'
import { fakePlatform } from '../../testing/fakePlatform.ts'
import { createTelltaleAtOnce } from '../../testkit/createTelltaleAtOnce.ts'
import { readBatch } from '../../testing/readBatch.ts'

const STORE = storeFor('https://collector/')
const REMOVED = 'removed damaged records: other events are not affected (T64)'

/** Entries that replace a stored event, as disk damage, another script or another version may leave them. */
const DAMAGED: readonly [string, unknown][] = [
  ['without an identity', { ...anEvent('x'), identity: undefined }],
  ['with an identity that is a string', { ...anEvent('x'), identity: 'ida' }],
  ['with an impersonator that is an object', { ...anEvent('x'), identity: { impersonator: {} } }],
  ['without a name', { ...anEvent('x'), name: undefined }],
  ['without properties', { ...anEvent('x'), properties: null }],
  ['with a time that is text', { ...anEvent('x'), at: 'yesterday' }],
  ['with nothing but an id', { id: 'x' }],
]

function openPage(disk: FakeDisk, { multiPage = false, token = null as string | null } = {}) {
  const taken: string[] = []
  const platform = fakePlatform(({ url, body }) => {
    if (!url.includes('collector')) return { status: 200, body: { unique_identity: 'ida' } }
    const { events } = readBatch(body) as { events: { name: string; identity: { impersonator?: string } }[] }
    taken.push(...events.map(({ name, identity: { impersonator = '' } }) => name + impersonator))
    return { status: 202 }
  }, disk)
  const telltale = createTelltaleAtOnce(
    {
      ...sandboxSettings,
      app: { ...sandboxSettings.app, multiPage },
      auth: { token: () => token },
      destinations: [collector({ url: 'https://collector/' })],
    },
    platform,
  )
  const dropped = () => telltale.diagnostics.get().dropped
  const problems = () => platform.logged.filter((line) => line.includes('outbox'))
  return { telltale, platform, taken, dropped, problems }
}

describe('a stored entry that is not an event', () => {
  it.each(DAMAGED)(
    'an invalid entry in the database is removed and reported, and all other events arrive: one %s',
    async (_, item) => {
      const disk = fakeDisk()
      const store = disk.eventStore(STORE)
      const todo = ['collector']
      await store.change([
        { type: 'add', record: { event: item as { id: string }, todo } },
        { type: 'add', record: { event: anEvent('0', { name: 'before' }), todo } },
      ])
      const { telltale, platform, taken, dropped, problems } = openPage(disk)
      telltale.track('after')
      await platform.clock.advance(5_000)
      expect(taken).toEqual(['before', 'after'])
      expect(await store.all()).toEqual([])
      expect(dropped()).toEqual({ outbox: { unreadable: 1 } })
      expect(problems()).toEqual([`Telltale (outbox): ${REMOVED}`])
      telltale.close()
    },
  )

  it('a whole batch of invalid entries that several destinations read is counted once', async () => {
    const disk = fakeDisk()
    const todo = ['one', 'two']
    await disk.eventStore(storeFor('https://one/', 'https://two/')).change(
      Array.from({ length: 120 }, (_, index) => ({
        type: 'add' as const,
        record: { event: { id: `${index}` }, todo },
      })),
    )
    const platform = fakePlatform(undefined, disk)
    const destinations = ['one', 'two'].map((name) => collector({ name, url: `https://${name}/` }))
    const telltale = createTelltaleAtOnce({ ...sandboxSettings, destinations }, platform)
    telltale.track('after')
    await platform.clock.advance(5_000)
    expect(telltale.diagnostics.get().dropped).toEqual({ outbox: { unreadable: 120 } })
    expect((await telltale.counts()).waiting.unread).toEqual({ one: 0, two: 0 })
    telltale.close()
  })

  it('an invalid entry among the waiting drafts is removed and reported, and all other drafts become events', async () => {
    const disk = fakeDisk()
    const store = disk.eventStore(STORE)
    const { identity: _, ...draft } = anEvent('draft')
    const drafts = [{ ...anEvent('x'), epoch: 5 }, { id: 'y' }, { ...draft, at: Date.UTC(2025, 0, 1) }]
    await store.change(
      drafts.map((event) => ({ type: 'add', record: { event: event as { id: string }, todo: ['pending'] } })),
    )
    const { telltale, platform, taken, dropped } = openPage(disk)
    await platform.clock.advance(120_000)
    expect(taken).toEqual(['draft'])
    expect(await store.all()).toEqual([])
    expect(dropped()).toEqual({ outbox: { unreadable: 2 } })
    telltale.close()
  })

  it.each<[string, string, unknown]>([
    ['is not JSON', 'add', undefined],
    ['has no tasks', 'add', { event: anEvent('1') }],
    ['has another id than its key', 'add', { event: anEvent('2'), todo: ['collector'] }],
    ['is an event without an identity', 'add', { event: { ...anEvent('1'), identity: null }, todo: ['collector'] }],
    ['is a draft without an epoch', 'amend', { event: { ...anEvent('1'), epoch: null }, todo: ['pending'] }],
  ])(
    'an entry among the unwritten changes in localStorage is removed and reported when it %s',
    async (_, type, record) => {
      const disk = fakeDisk()
      disk.storage.set(`unwritten:${STORE}:1:${type}`, record ? JSON.stringify(record) : '{"todo":')
      disk.storage.set(`unwritten:${STORE}:3:add`, JSON.stringify({ event: anEvent('3'), todo: ['collector'] }))
      const { telltale, platform, taken, dropped } = openPage(disk)
      await platform.clock.advance(5_000)
      expect(taken).toEqual(['3'])
      expect(disk.storage.keys('unwritten:')).toEqual([])
      expect(dropped()).toEqual({ outbox: { unreadable: 1 } })
      telltale.close()
    },
  )

  it('an invalid entry among the refused events is removed and reported, and the others can be read', async () => {
    const disk = fakeDisk()
    const refused = { todo: ['refused:other'], reasons: { other: 'no' } }
    await disk.eventStore(STORE).change([
      { type: 'add', record: { ...refused, event: { id: 'x' } } },
      { type: 'add', record: { ...refused, event: anEvent('b'), reasons: 'no' as never } },
      { type: 'add', record: { ...refused, event: anEvent('c') } },
    ])
    const { telltale, platform, dropped } = openPage(disk)
    await platform.clock.advance(5_000)
    expect((await telltale.refused.read()).map(({ event }) => event.id)).toEqual(['c'])
    expect((await telltale.counts()).refused).toEqual({ other: 1 })
    expect(dropped()).toEqual({ outbox: { unreadable: 2 } })
    telltale.close()
  })
})

/** The keys of the library in localStorage, which another script of the origin, or damage, may have changed. */
const KEYS = [
  `unwritten:${STORE}:1:add`,
  `unwritten:${STORE}:1:amend`,
  `unwritten:${STORE}:1:done:collector`,
  `unwritten:${STORE}:`,
  `unwritten:${STORE}:::`,
  `unwritten:${STORE}:1:later`,
  `flagset:${STORE}:page:set`,
  `flagset:${STORE}:`,
  `recovered:${STORE}`,
  `dropped:${SPACE}`,
  `session:${SPACE}`,
  'salt',
  'identity',
  'told:collector',
]

const NO_TEXT = { toString: 1, valueOf: 1 }
const VALUES = [
  '',
  '{',
  'null',
  'true',
  '5',
  '"text"',
  '[]',
  '{}',
  '\u0000',
  'Infinity',
  JSON.stringify({ [STORE]: NO_TEXT, collector: NO_TEXT, url: NO_TEXT, person: NO_TEXT, id: NO_TEXT }),
  JSON.stringify({ event: { ...anEvent('1'), flagSet: `flagset:${STORE}:page:set` }, todo: [5, null, {}] }),
  JSON.stringify({ event: { ...anEvent('1'), flagSet: NO_TEXT, moment: NO_TEXT }, by: NO_TEXT, todo: ['collector'] }),
  JSON.stringify({ event: { ...anEvent('1'), moment: 'moment' }, by: [], todo: ['collector'] }),
  JSON.stringify({ event: { ...anEvent('1'), id: [1, 2] }, todo: ['collector'] }),
  JSON.stringify({ event: anEvent('1'), todo: ['refused:collector'], reasons: NO_TEXT }),
  JSON.stringify({ id: 'set', properties: [] }),
  JSON.stringify({ __proto__: null, constructor: { refused: 1 }, collector: { refused: 1e300 } }),
  '['.repeat(10_000) + ']'.repeat(10_000),
]

it.each(KEYS)('any value under the key %s of localStorage keeps no other event back', async (key) => {
  for (const value of VALUES) {
    const disk = fakeDisk()
    disk.storage.set(key, value)
    disk.storage.set(`unwritten:${STORE}:3:add`, JSON.stringify({ event: anEvent('3'), todo: ['collector'] }))
    const { telltale, platform, taken } = openPage(disk, { multiPage: true, token: 'a token' })
    telltale.track('after')
    await platform.clock.advance(5_000)
    expect(taken, value).toEqual(expect.arrayContaining(['3', 'after']))
    expect((await telltale.counts()).waiting).toEqual({ pending: 0, unread: { collector: 0 } })
    expect(await telltale.refused.read()).toEqual(expect.any(Array))
    telltale.close()
    await platform.settle()
  }
})

it.each<[string, unknown, object]>([
  [
    'text in place of a count',
    { collector: { refused: 'many', 'over-budget': 2 } },
    { collector: { 'over-budget': 2 } },
  ],
  ['text in place of the counts', { collector: 'many', heap: { refused: 1 } }, { heap: { refused: 1 } }],
  ['a count that is negative', { collector: { refused: -1 } }, {}],
  ['a list', [1, 2], {}],
])('stored counts of dropped events are read without %s', (_, stored, counts) => {
  const disk = fakeDisk()
  disk.storage.set(`dropped:${SPACE}`, JSON.stringify(stored))
  const { telltale, dropped } = openPage(disk)
  expect(dropped()).toEqual(counts)
  telltale.close()
})
