import { describe, expect, it } from 'vitest'
import { collector } from '../adapters/collector.ts'
import { anEvent } from '../testing/anEvent.ts'
import { fakeDisk, type FakeDisk } from '../testing/fakeDisk.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'
import { createTelltale } from './createTelltale.ts'
import { sandboxSettings } from './sandboxSettings.suite.ts'

const { name: app } = sandboxSettings.app
const REMOVED = 'removed stored events that are damaged or were not written by Telltale; other events are not affected'

/** Each of these has replaced a stored event: as damage on the disk, another script or another version may leave it. */
const DAMAGED: readonly [string, unknown][] = [
  ['without an identity', { ...anEvent('x'), identity: undefined }],
  ['with an identity that is a string', { ...anEvent('x'), identity: 'ida' }],
  ['with an impersonator that is an object', { ...anEvent('x'), identity: { impersonator: {} } }],
  ['without a name', { ...anEvent('x'), name: undefined }],
  ['without properties', { ...anEvent('x'), properties: null }],
  ['with a time that is text', { ...anEvent('x'), at: 'yesterday' }],
  ['with nothing but an id', { id: 'x' }],
]

function openPage(disk: FakeDisk) {
  const taken: string[] = []
  const platform = fakePlatform(({ body }) => {
    const { events } = JSON.parse(body ?? '') as { events: { name: string; identity: { impersonator?: string } }[] }
    taken.push(...events.map(({ name, identity: { impersonator = '' } }) => name + impersonator))
    return { status: 202 }
  }, disk)
  const telltale = createTelltale(
    { ...sandboxSettings, destinations: [collector({ url: 'https://collector/' })] },
    platform,
  )
  const dropped = () => telltale.diagnostics.get().dropped
  const problems = () => platform.logged.filter((line) => line.includes('journal') || line.includes('set aside'))
  return { telltale, platform, taken, dropped, problems }
}

describe('a stored entry that is not an event', () => {
  it.each(DAMAGED)('in the journal is removed and reported, and all other events arrive: one %s', async (_, item) => {
    const disk = fakeDisk()
    const journal = disk.journal(`events:${app}`)
    await journal.write([
      { type: 'append', item: item as { id: string } },
      { type: 'append', item: anEvent('before') },
    ])
    const { telltale, platform, taken, dropped, problems } = openPage(disk)
    telltale.track('after')
    await platform.clock.advance(5_000)
    expect(taken).toEqual(['before', 'after'])
    expect(await journal.entries()).toEqual([])
    expect(dropped()).toEqual({ journal: { unreadable: 1 } })
    expect(problems()).toEqual([`Telltale (journal): ${REMOVED}`])
    telltale.close()
  })

  it('is counted once, though a whole batch is like it, and several destinations read it', async () => {
    const disk = fakeDisk()
    const journal = disk.journal(`events:${app}`)
    await journal.write(
      Array.from({ length: 120 }, (_, index) => ({ type: 'append' as const, item: { id: `${index}` } })),
    )
    const platform = fakePlatform(undefined, disk)
    const destinations = ['one', 'two'].map((name) => collector({ name, url: `https://${name}/` }))
    const telltale = createTelltale({ ...sandboxSettings, destinations }, platform)
    telltale.track('after')
    await platform.clock.advance(5_000)
    expect(telltale.diagnostics.get().dropped).toEqual({ journal: { unreadable: 120 } })
    expect(telltale.diagnostics.get().waiting.unread).toEqual({ one: 0, two: 0 })
    telltale.close()
  })

  it('among the drafts that wait is removed and reported, and all other drafts become events', async () => {
    const disk = fakeDisk()
    const journal = disk.journal(`events:${app}`)
    const { identity: _, ...draft } = anEvent('draft')
    await journal.write([
      { type: 'hold', item: { ...anEvent('x'), epoch: 5 } as { id: string } },
      { type: 'hold', item: { id: 'y' } },
      { type: 'hold', item: { ...draft, at: Date.UTC(2025, 0, 1) } },
    ] as never)
    const { telltale, platform, taken, dropped } = openPage(disk)
    await platform.clock.advance(120_000)
    expect(taken).toEqual(['draft'])
    expect(await journal.waiting()).toEqual([])
    expect(dropped()).toEqual({ journal: { unreadable: 2 } })
    telltale.close()
  })

  it.each<[string, string, unknown]>([
    ['is not JSON', 'append', undefined],
    ['is of another type than its key', 'append', { type: 'hold', item: anEvent('1') }],
    ['has another id than its key', 'append', { type: 'append', item: anEvent('2') }],
    ['is an event without an identity', 'append', { type: 'append', item: { ...anEvent('1'), identity: null } }],
    ['is a draft without an epoch', 'hold', { type: 'hold', item: { ...anEvent('1'), epoch: null } }],
  ])('among the unconfirmed writes in localStorage is removed and reported when it %s', async (_, type, write) => {
    const disk = fakeDisk()
    disk.storage.set(`aside:${app}:1:${type}`, write ? JSON.stringify(write) : '{"type":')
    disk.storage.set(`aside:${app}:3:append`, JSON.stringify({ type: 'append', item: anEvent('3') }))
    const { telltale, platform, taken, dropped } = openPage(disk)
    await platform.clock.advance(5_000)
    expect(taken).toEqual(['3'])
    expect(disk.storage.keys('aside:')).toEqual([])
    expect(dropped()).toEqual({ journal: { unreadable: 1 } })
    telltale.close()
  })

  it('among the refused events is removed and reported, and the others can be read', async () => {
    const disk = fakeDisk()
    const refused = (id: string, event: unknown) => ({ id, destination: 'other', reason: 'no', at: 0, event })
    await disk.journal(`refused:${app}`).write([
      { type: 'append', item: refused('a', { id: 'x' }) },
      { type: 'append', item: { ...refused('b', anEvent('b')), destination: undefined } as { id: string } },
      { type: 'append', item: refused('c', anEvent('c')) },
    ])
    const { telltale, platform, dropped } = openPage(disk)
    await platform.clock.advance(5_000)
    expect((await telltale.setAside.read()).map(({ event }) => event.id)).toEqual(['c'])
    expect(telltale.diagnostics.get().setAside).toEqual({ other: 1 })
    expect(dropped()).toEqual({ 'set aside': { unreadable: 2 } })
    telltale.close()
  })
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
  disk.storage.set(`dropped:${app}`, JSON.stringify(stored))
  const { telltale, dropped } = openPage(disk)
  expect(dropped()).toEqual(counts)
  telltale.close()
})
