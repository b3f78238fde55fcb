import { expect, it } from 'vitest'
import { collector } from '../../collector.ts'
import type { AnalyticsEvent } from '../../core/model/event.ts'
import { fakeDisk } from '../../testing/fakeDisk.ts'
import { fakePlatform } from '../../testing/fakePlatform.ts'
import { createTelltaleAtOnce } from '../../testkit/createTelltaleAtOnce.ts'
import { sandboxSettings, storeFor } from './sandboxSettings.suite.ts'
import { readBatch } from '../../testing/readBatch.ts'

// What a page of an older or a newer version may have left in the browser: each event arrives once, and is never another user's.

const ADDRESS = 'https://collect.test/'
const STORE = storeFor(ADDRESS)
const START = Date.UTC(2026, 0, 1)
const TOKEN = 'ida'.padEnd(36, '~')
const ID = '019b75a0-0000-7000-8000-000000000001'

const event = {
  id: ID,
  name: 'left',
  at: START,
  url: 'https://app.test/fleet',
  properties: { size: 'A4', screen_dimensions: '1440x900' },
  epoch: 'epoch-of-then',
}
const ida = { identity: { id: 'ida' } }
const otto = { identity: { id: 'otto' } }
const waiting = { tokenDigest: 'salt:unknown', question: 'page/0', shown: { id: 'otto' }, destinations: ['collector'] }
const unknown = { revision: 7, trace: { id: 'a', parts: [1, null] }, '': '', consent: 'all' }

type Row = [title: string, record: { event: object; todo: string[]; [field: string]: unknown }, owner: string]

const ROWS: readonly Row[] = [
  ['an event', { event: { ...event, ...otto }, todo: ['collector'] }, 'otto'],
  ['an event with unknown fields', { event: { ...event, ...otto, ...unknown }, todo: ['collector'] }, 'otto'],
  ['a record with unknown fields', { event: { ...event, ...otto }, todo: ['collector'], ...unknown }, 'otto'],
  ['an event with a task that nobody knows', { event: { ...event, ...otto }, todo: ['collector', 'later'] }, 'otto'],
  [
    'an impersonated event',
    { event: { ...event, identity: { id: 'otto', impersonator: 'sam' } }, todo: ['collector'] },
    'sam as otto',
  ],
  ['an event with what only a draft has', { event: { ...event, ...waiting, ...otto }, todo: ['collector'] }, 'otto'],
  [
    'an event with flags',
    {
      event: { ...event, ...otto, flagSet: { id: 's', properties: { 'LDFF: a': 1 }, flags: {} } },
      todo: ['collector'],
    },
    'otto',
  ],
  ['an event of nobody', { event: { ...event, identity: {} }, todo: ['collector'] }, 'nobody'],
  ['a draft without a question', { event: { ...event, tokenDigest: 'salt:unknown' }, todo: ['pending'] }, 'nobody'],
  [
    'a draft without destinations',
    { event: { ...event, ...waiting, destinations: undefined }, todo: ['pending'] },
    'nobody',
  ],
  ['a draft without a token digest', { event: { ...event, question: 'page/0' }, todo: ['pending'] }, 'nobody'],
  ['a draft with nothing', { event, todo: ['pending'] }, 'nobody'],
  ['a draft with its owner', { event: { ...event, ...otto }, todo: ['pending'] }, 'otto'],
  [
    'a draft with its owner and its flags',
    { event: { ...event, ...otto, flagsUser: { id: 'otto' } }, todo: ['pending'] },
    'otto',
  ],
  ['a draft of the user of now', { event: { ...event, ...ida }, todo: ['pending'] }, 'ida'],
  ['a draft with unknown fields', { event: { ...event, ...waiting, ...unknown }, todo: ['pending'] }, 'nobody'],
  [
    'a draft with a question of another form',
    { event: { ...event, ...waiting, question: 'a:b/c/d' }, todo: ['pending'] },
    'nobody',
  ],
  [
    'a draft of a page that held a lock',
    { event: { ...event, ...waiting, hasLock: true }, todo: ['pending'] },
    'nobody',
  ],
  ['a draft with a further task', { event: { ...event, ...otto }, todo: ['pending', 'collector'] }, 'otto'],
]
const PLACES = ['the database', 'localStorage', 'both'] as const

it.each(PLACES.flatMap((place) => ROWS.map((row) => [row[0], place, row] as const)))(
  '%s, left in %s, arrives once with its user',
  async (_, place, [, record, owner]) => {
    const disk = fakeDisk()
    if (place !== 'localStorage') disk.putRecord(STORE, record)
    if (place !== 'the database') disk.storage.set(`unwritten:${STORE}:${ID}:add`, JSON.stringify(record))
    const arrived: string[] = []
    for (const at of [60_000, 2 * 86_400_000, 4 * 86_400_000]) {
      const platform = fakePlatform(
        ({ url, body = '{}' }) => {
          if (url.includes('who-am-i')) return { status: 200, body: { unique_identity: 'ida' } }
          const { events } = readBatch(body) as { events: AnalyticsEvent[] }
          for (const { name, identity, properties } of events) {
            const { id = 'nobody', impersonator } = identity
            if (name === 'left')
              arrived.push(`${impersonator ? `${impersonator} as ` : ''}${id}, ${String(properties['size'])}`)
          }
          return { status: 202 }
        },
        disk,
        START + at,
      )
      const telltale = createTelltaleAtOnce(
        { ...sandboxSettings, auth: { token: () => TOKEN }, destinations: [collector({ url: ADDRESS })] },
        platform,
      )
      await platform.clock.advance(120_000)
      platform.leave()
      telltale.close()
    }
    expect(arrived).toEqual([`${owner}, A4`])
    expect(disk.storage.keys('unwritten:')).toEqual([])
  },
)

const NEWER: readonly [title: string, form: unknown][] = [
  ['the next form', 2],
  ['a form that is no number', 'two'],
  ['a form that is a list', [2, 3]],
]

it.each(
  NEWER.flatMap(([title, form]) => (['the database', 'localStorage'] as const).map((place) => [title, place, form])),
)(
  'a record of %s, left in %s, is neither delivered nor counted nor removed, and holds back no other',
  async (_, place, form) => {
    const disk = fakeDisk()
    const left = { event: { ...event, properties: 7, ...otto }, todo: ['collector'], form }
    const draft = { event: { ...event, id: ID.replace('1', '0'), ...waiting }, todo: ['pending'], form }
    const key = `unwritten:${STORE}:${ID}:add`
    if (place === 'the database') for (const record of [left, draft]) disk.putRecord(STORE, record)
    else disk.storage.set(key, JSON.stringify(left))
    const arrived: string[] = []
    for (const at of [60_000, 2 * 86_400_000, 4 * 86_400_000]) {
      const platform = fakePlatform(
        ({ url, body = '{}' }) => {
          if (url.includes('who-am-i')) return { status: 200, body: { unique_identity: 'ida' } }
          for (const { name } of readBatch(body).events) arrived.push(name)
          return { status: 202 }
        },
        disk,
        START + at,
      )
      const telltale = createTelltaleAtOnce(
        { ...sandboxSettings, auth: { token: () => TOKEN }, destinations: [collector({ url: ADDRESS })] },
        platform,
      )
      telltale.track(`of ${at}`)
      await platform.clock.advance(120_000)
      expect(telltale.diagnostics.get().dropped).toEqual({})
      expect((await telltale.counts()).waiting).toEqual({ pending: 0, unread: { collector: 0 } })
      platform.leave()
    }
    expect(arrived.filter((name) => !name.startsWith('Load'))).toEqual(['of 60000', 'of 172800000', 'of 345600000'])
    const kept = await disk.eventStore(STORE).all()
    if (place === 'the database') expect(kept).toEqual([draft, left])
    else expect([kept, disk.storage.get(key)]).toEqual([[], JSON.stringify(left)])
  },
)

it('each record says its form, in the database and in localStorage', async () => {
  const disk = fakeDisk()
  const platform = fakePlatform(() => ({ status: 503 }), disk, START)
  const telltale = createTelltaleAtOnce(
    { ...sandboxSettings, auth: { token: () => TOKEN }, destinations: [collector({ url: ADDRESS })] },
    platform,
  )
  telltale.track('a')
  const [key = ''] = disk.storage.keys('unwritten:')
  expect(JSON.parse(disk.storage.get(key) ?? '')).toMatchObject({ form: 1, event: { name: 'a' } })
  await platform.clock.advance(1_000)
  expect(await disk.eventStore(STORE).all()).toMatchObject([{ form: 1, event: { name: 'a' } }])
  platform.leave()
})
