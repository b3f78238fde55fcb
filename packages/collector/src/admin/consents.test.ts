import { expect, onTestFinished, test } from 'vitest'
import { createCollector } from '../createCollector.ts'
import type { Consent } from '../store/consent.ts'
import type { Erasure } from '../store/store.ts'
import { sqliteStore } from '../sqlite.ts'

const TOKEN = 'a-token-of-the-tests'
const AT = 1_700_000_000_000

const idOf = (n: number) => `018bcfe5-6800-7000-8000-${String(n).padStart(12, '0')}`

async function open() {
  const collector = createCollector({ sink: await sqliteStore({ file: ':memory:' }), adminToken: TOKEN, now: () => AT })
  onTestFinished(() => collector.close())
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await collector.fetch(new Request(`https://collector.test${path}`, init))
    return { status: answer.status, body: (await answer.json()) as { consents: readonly Consent[]; before?: string } }
  }
  return {
    async send(...events: readonly object[]) {
      const body = JSON.stringify({
        app: { name: 'Quotes' },
        events: events.map((event, index) => ({
          ...{ id: idOf(index), name: 'Consent changed', kind: 'consent', at: AT + index, url: 'https://quotes.test/' },
          ...{ properties: {}, identity: { id: 'ida' }, page: 'page', n: index + 1 },
          ...event,
        })),
      })
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
      expect((await ask('/collect', init)).status).toBe(202)
    },
    consents: (person: string, query = '') =>
      ask(`/consents/${person}${query}`, { headers: { authorization: `Bearer ${TOKEN}` } }),
    remove: (person: string, query = '') =>
      ask(`/people/${person}${query}`, { method: 'DELETE', headers: { authorization: `Bearer ${TOKEN}` } }),
    async erasures() {
      const { body } = await ask('/erasures', { headers: { authorization: `Bearer ${TOKEN}` } })
      return (body as unknown as { erasures: readonly Erasure[] }).erasures
    },
    ask,
  }
}

test('the decisions of a person are given, the newest first, with what was decided, and where', async () => {
  const { send, consents } = await open()
  await send(
    { identity: { visitor: 'v' }, properties: { purposes: { analytics: 'pending' } } },
    { kind: 'sign-in', name: 'Visitor signed in', properties: { visitor: 'v' } },
    { properties: { purposes: { analytics: 'granted', ads: 'denied' }, text: '2024-05', source: 'dialogue' } },
    { identity: { id: 'ida', impersonator: 'kim@example.com' }, properties: { purposes: { analytics: 'denied' } } },
    { kind: 'page' },
  )
  const common = { receivedAt: AT, app: { name: 'Quotes' } }
  expect(await consents('ida')).toEqual({
    status: 200,
    body: {
      consents: [
        {
          ...{ ...common, id: idOf(3), at: AT + 3, person: 'ida', impersonator: 'kim@example.com' },
          purposes: { analytics: 'denied' },
        },
        {
          ...{ ...common, id: idOf(2), at: AT + 2, person: 'ida' },
          ...{ purposes: { analytics: 'granted', ads: 'denied' }, text: '2024-05', source: 'dialogue' },
        },
        { ...common, id: idOf(0), at: AT, visitor: 'v', purposes: { analytics: 'pending' } },
      ],
    },
  })
  expect(await consents('kim')).toEqual({ status: 200, body: { consents: [] } })
})

const MANY = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`purpose ${index}`, 'granted']))

test.each<[string, object, object]>([
  ['no purposes', {}, { purposes: {} }],
  ['purposes that are a list', { purposes: ['granted'] }, { purposes: {} }],
  ['purposes that are a text', { purposes: 'granted' }, { purposes: {} }],
  ['purposes that are null', { purposes: null }, { purposes: {} }],
  ['1,000 purposes', { purposes: MANY }, { purposes: MANY }],
  [
    'values that are no decisions',
    { purposes: { a: 'granted', b: true, c: ['denied'], d: 'GRANTED', e: null }, text: 7, source: {} },
    { purposes: { a: 'granted' } },
  ],
  [
    'a purpose with the name of a prototype',
    JSON.parse('{"purposes":{"__proto__":"denied"}}'),
    JSON.parse('{"purposes":{"__proto__":"denied"}}'),
  ],
])('a decision with %s is stored, and given in a form that others can read', async (_, properties, expected) => {
  const { send, consents } = await open()
  await send({ properties })
  const { body } = await consents('ida')
  const given = { id: idOf(0), at: AT, receivedAt: AT, app: { name: 'Quotes' }, person: 'ida' }
  expect(JSON.stringify(body)).toBe(JSON.stringify({ consents: [{ ...given, ...expected }] }))
})

test.each(['a/b', '../ida', '100%', '%2F', 'a b?c#d', '👩🏽‍🚀', 'x'.repeat(512)])(
  'the decisions of a person are found by any id that an event may have: %.20s',
  async (id) => {
    const { send, consents } = await open()
    await send({ identity: { id } }, { identity: { id: 'somebody else' } })
    const { status, body } = await consents(encodeURIComponent(id))
    expect([status, body.consents.map(({ person }) => person)]).toEqual([200, [id]])
  },
)

test('an id that no event can have is answered with 400', async () => {
  const { consents } = await open()
  for (const id of ['%00', 'x'.repeat(513), encodeURIComponent('😀'.repeat(2500))])
    expect(await consents(id)).toEqual({ status: 400, body: { message: 'No event can have this id.' } })
  // Not encoded: it is taken as it is.
  expect(await consents('%zz')).toEqual({ status: 200, body: { consents: [] } })
})

test('10,000 decisions are given 100 at a time, or 1,000 at most', async () => {
  const { send, consents } = await open()
  await send(...Array.from({ length: 10_000 }, () => ({})))
  expect((await consents('ida')).body.consents).toHaveLength(100)
  const read: string[] = []
  for (let query: string | undefined = '?limit=100000'; query !== undefined;) {
    const { body } = await consents('ida', query)
    expect(body.consents.length).toBeLessThanOrEqual(1000)
    read.push(...body.consents.map(({ id }) => id))
    query = body.before && `?limit=1000&before=${body.before}`
  }
  expect(read).toEqual(Array.from({ length: 10_000 }, (_, index) => idOf(9999 - index)))
})

test('nobody reads decisions without the admin token, or from a cursor that is none', async () => {
  const { ask, consents } = await open()
  expect((await ask('/consents/ida')).status).toBe(401)
  expect(await consents('ida', '?before=x')).toEqual({
    status: 400,
    body: { message: '"before" must be the one of an earlier answer.' },
  })
})

test('the decisions of a person who is deleted are deleted, too, or left if the request says so', async () => {
  const { send, consents, remove, erasures } = await open()
  await send({ identity: { id: 'ida' } }, { identity: { id: 'kim' } }, { identity: { id: 'kim' }, kind: 'page' })
  expect(await remove('ida', '?keepConsents=maybe')).toEqual({
    status: 400,
    body: { message: '"keepConsents" must be true or false.' },
  })
  expect((await remove('ida')).body).not.toHaveProperty('keepsConsents')
  expect(await remove('kim', '?keepConsents=true')).toMatchObject({ status: 202, body: { keepsConsents: true } })
  await expect
    .poll(async () => (await erasures()).map(({ status, deleted }) => [status, deleted]))
    .toEqual([
      ['done', 1],
      ['done', 1],
    ])
  expect((await consents('ida')).body.consents).toEqual([])
  expect((await consents('kim')).body.consents).toMatchObject([{ id: idOf(1) }])
})
