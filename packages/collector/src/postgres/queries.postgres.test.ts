import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type pg from 'pg'
import { postgresStore } from '../postgres.ts'
import { batchOf, eventOf } from '../testing/events.ts'
import { postgresForTests } from '../testing/postgresForTests.ts'

const GUIDE = new URL('../../../../docs/src/content/docs/guides/querying-events.md', import.meta.url)

const guide = await readFile(GUIDE, 'utf8')
const queries = new Map(
  [...guide.matchAll(/^## (.+)\n(?:(?!## ).*\n)*?```sql\n([^`]*)```/gm)].map(([, title = '', sql = '']) => [
    title,
    sql,
  ]),
)

/** An hour ago, in the middle of a day: so that no day ends in between. */
const NOON = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 43_200_000
const minute = (count: number) => NOON + count * 60_000

const postgres = postgresForTests()
let client: pg.Client

beforeAll(async () => {
  const store = await postgresStore({ url: postgres.server().url })
  const flags = (value: string) => ({
    properties: { 'LDFF: new_pricing': value },
    flags: { 'new-pricing': { property: 'LDFF: new_pricing', variation: 0, version: 3, reason: 'FALLTHROUGH' } },
  })
  const shown = {
    kind: 'exposure',
    properties: { flag: 'new-pricing', variation: 1, version: 3, in_experiment: true, unit: 'person' },
  }
  const events = [
    ['Quote opened', 'ada', 1, {}],
    ['Quote sent', 'ada', 5, flags('new')],
    ['Quote opened', 'bo', 2, {}],
    ['Quote sent', 'cy', 3, flags('old')],
    ['Flag shown', 'ada', 4, shown],
    ['Quote sent', 'u-1042', 4, { ...flags('new'), moment: { view: { id: 'v', pattern: '/quotes/:id' } } }],
  ] as const
  await store.append(
    batchOf(
      events.map(([name, person, at, more], index) => {
        const own = {
          name,
          person,
          happenedAt: minute(at),
          session: `s-${person}`,
          accounts: [['company', 'acme']] as const,
        }
        const event = eventOf(index + 1, own)
        return { ...event, body: JSON.stringify({ id: event.id, name, url: '/q', properties: {}, ...more }) }
      }),
      { receivedAt: minute(10) },
    ),
  )
  await store.append(
    batchOf([eventOf(9, { name: 'Looked', person: 'ada', impersonator: 'eve@example.com', happenedAt: minute(6) })], {
      receivedAt: minute(10),
    }),
  )
  await store.close()
  client = await postgres.connect()
})
afterAll(() => client.end())

describe('the query in the guide', () => {
  test.each<[string, (rows: readonly Record<string, unknown>[]) => void]>([
    ['Events by day', (rows) => expect(rows.map(({ count }) => Number(count)).reduce((a, b) => a + b, 0)).toBe(7)],
    ['People by day', (rows) => expect(rows).toMatchObject([{ people: '4' }])],
    ['A funnel of two steps', (rows) => expect(rows).toEqual([{ opened: '2', sent: '1' }])],
    [
      'What a flag changes',
      (rows) =>
        expect(rows).toEqual([
          { value: 'new', people: '2' },
          { value: 'old', people: '1' },
        ]),
    ],
    ['Exposures', (rows) => expect(rows).toEqual([{ variation: '1', people: '1', converted: '1' }])],
    [
      'Exposures for GrowthBook',
      (rows) =>
        expect(rows).toEqual([
          { user_id: 'ada', timestamp: new Date(minute(4)), experiment_id: 'new-pricing', variation_id: '1' },
        ]),
    ],
    [
      'Exposures for Amplitude',
      (rows) =>
        expect(rows).toMatchObject([
          {
            event: {
              ...{ event_type: '$exposure', user_id: 'ada', time: minute(4) },
              event_properties: { flag_key: 'new-pricing', variant: '1' },
            },
          },
        ]),
    ],
    ['What one person did', (rows) => expect(rows).toMatchObject([{ name: 'Quote sent', url: '/q' }])],
    [
      'What support staff have done while impersonating',
      (rows) => expect(rows).toEqual([{ impersonator: 'eve@example.com', person: 'ada', count: '1' }]),
    ],
    [
      'The accounts that are most active',
      (rows) => expect(rows).toEqual([{ kind: 'company', key: 'acme', people: '4', events: '6' }]),
    ],
    ['The length of a session', (rows) => expect(rows).toMatchObject([{ app: 'Quotes', sessions: '4' }])],
    ['The screens that are used most', (rows) => expect(rows).toEqual([{ screen: '/quotes/:id', count: '1' }])],
    ['How late events arrive', (rows) => expect(rows).toMatchObject([{ app: 'Quotes', latest: { minutes: 9 } }])],
  ])('%s', async (title, expectRows) => {
    const { rows } = await client.query<Record<string, unknown>>(queries.get(title) ?? 'select')
    expectRows(rows)
  })

  test('is tested, each of them', () => {
    expect(queries.size).toBe(13)
  })
})
