import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { type ColumnReader, EVENT_COLUMNS, type EventColumn } from '../store/eventColumns.ts'
import type { Batch, EventReader, StoredEvent } from '../store/store.ts'
import { batchOf, eventOf } from './events.ts'

/** Bodies with something that a column might show in another way. What the door would refuse is among them. */
const BODIES: readonly object[] = [
  {},
  { name: '', at: 1.5, url: '', page: '', n: 0 },
  { name: 'Quote "sent"\n', at: -1.5, url: 'https://a.example/ü?\u2028', page: 'p', n: 7 },
  { name: 7, at: '1', url: {}, page: [], n: '1' },
  { name: null, at: null, n: 1e300, url: null },
  { at: 9_007_199_254_740_991, n: -0 },
  { at: 1e15, n: 2.5 },
  { identity: { id: 'u-1', impersonator: 'support', visitor: 'v-1' } },
  { identity: { id: 7, impersonator: {}, visitor: 7 }, kind: 'sign-in', properties: { visitor: 'v-2' } },
  { identity: { id: 'u-1' }, kind: 'sign-in', properties: { visitor: 'v-2' } },
  { identity: { id: 'u-1', visitor: null }, kind: 'sign-in', properties: { visitor: 'v-3' } },
  { identity: { id: 'u-1' }, kind: 'other', properties: { visitor: 'v-2' } },
  { identity: 'u-1', moment: 'm', properties: [1] },
  { identity: ['u-1'], moment: [{}], properties: 'x' },
  { moment: { session: { id: 's-1' } } },
  { moment: { session: { id: 's'.repeat(2000) } } },
  { moment: { session: 's-1' } },
  { moment: { session: { id: 1 } } },
  { identity: { accounts: {} } },
  { identity: { accounts: { company: { key: 'c-1' }, 'a "b" \u00e9': { key: 'c\n\u0001' } } } },
  { identity: { accounts: { company: { key: 7 }, other: {}, third: 'x', fourth: { key: { a: [1, true, null] } } } } },
  { identity: { accounts: { company: { key: null }, other: { key: false } } } },
  { identity: { accounts: { other: {} } } },
  { identity: { accounts: ['x'] } },
  { identity: { accounts: 'x' } },
  { flags: {} },
  { flags: [1] },
  { flags: 'x', properties: { flags: {} } },
  { flags: null },
  { flags: { 'new-"pricing"': { property: 'LDFF: ü', variation: 1, version: 1.5 }, 7: { value: null } } },
]

/** Flags that events have in common: a store adds them to whatever their bodies have. */
const COMMON = [{ flags: { 'a "b"': { property: 'LDFF: a', variation: 0, reason: 'ü' } } }, {}].map((more) => {
  const json = JSON.stringify({ properties: { 'LDFF: a': [1, { b: null }] }, ...more })
  return { digest: createHash('sha256').update(json).digest('hex'), json }
})

/** The flags of an event come into its properties. */
const hasRoom = ({ properties = {} }: { readonly properties?: unknown }) =>
  typeof properties === 'object' && !Array.isArray(properties)

const APPS: readonly Batch['app'][] = [
  { name: 'Quotes', platform: 'web', promotion: 'production' },
  { name: '__proto__' },
  { name: 'ü "x"', promotion: '' },
]

/** Events for `columnsAreRight`, as the door gives them to a store. */
export const batchesWithColumns = (): readonly Batch[] =>
  APPS.map((app, round) =>
    batchOf(
      BODIES.map((body, place) => {
        const n = round * 100 + place
        const { id, happenedAt } = eventOf(n)
        const whole = { id, name: `Event ${place}`, at: happenedAt, ...body }
        const name = typeof whole.name === 'string' ? whole.name : ''
        return eventOf(n, {
          id,
          name,
          body: JSON.stringify(whole),
          ...(round === 1 && hasRoom(body) && { flags: COMMON[place % 2] }),
        })
      }),
      { app },
    ),
  )

/**
 * Compares the columns of all events with what their bodies say.
 *
 * @param rowOf - reads a body
 */
export async function columnsAreRight(
  store: Pick<EventReader, 'after'> & Required<ColumnReader>,
  rowOf: (event: StoredEvent) => Readonly<Record<EventColumn, unknown>>,
): Promise<void> {
  const events = await store.after(undefined, 1000)
  for (const names of [EVENT_COLUMNS, ...EVENT_COLUMNS.map((name) => [name])]) {
    const values = names.map((): unknown[] => [])
    for await (const arrays of store.columns(names, undefined))
      for (const [place, array] of arrays.entries()) values[place]?.push(...(JSON.parse(array) as unknown[]))
    for (const [place, name] of names.entries())
      assert.deepEqual(
        values[place]?.map(wholeIn),
        events.map((event) => rowOf(event)[name]),
        name,
      )
  }
  const [last] = events.slice(-2)
  const rest: unknown[] = []
  for await (const [ids = '[]'] of store.columns(['id'], last?.cursor)) rest.push(...(JSON.parse(ids) as unknown[]))
  assert.deepEqual(rest, [events.at(-1)?.id])
}

/** What `copyStore` makes of numbers. */
const wholeIn = (value: unknown) =>
  typeof value === 'number' ? (Math.abs(value) <= Number.MAX_SAFE_INTEGER ? Math.round(value) : null) : value
