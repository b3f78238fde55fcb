import assert from 'node:assert/strict'
import type { Batch, EventSink, IncomingEvent } from '../store/store.ts'
import { asTold, type Case, isRefused, type Trial } from './check.ts'
import { batchOf, eventOf, eventsOf, noteOf } from './events.ts'
import { assertAll } from './sinkCopies.ts'
import { assertIds, isReadable, readOn } from './reading.ts'

type Poison = readonly [what: string, fields: Partial<IncomingEvent>]

/**
 * The door lets none of these pass. A store still has to hold: one event that a database does not take must not hold back those of other
 * browsers, which are written with it. It may store such an event or refuse it.
 */
export const sinkPoison: readonly Case<EventSink>[] = [
  poisonCase('a NUL in a text', inEachText('a\u0000b')),
  poisonCase('a lone surrogate in a text', [...inEachText('a\ud83d'), ...inEachText('\ude00b')]),
  poisonCase('an id that is no UUID', [
    ['an empty id', { id: '' }],
    ['a word as id', { id: 'event-1' }],
    ['an id with a NUL', { id: '01\u0000' }],
    ['an id that is too long', { id: '0'.repeat(100_000) }],
  ]),
  poisonCase('numbers that no page gives', [
    ['n of 2^53', { page: 'page', n: 2 ** 53 }],
    ['n of 0', { page: 'page', n: 0 }],
    ['a negative n', { page: 'page', n: -1 }],
    ['n with a fraction', { page: 'page', n: 1.5 }],
    ['n of NaN', { page: 'page', n: NaN }],
    ['a time of NaN', { happenedAt: NaN }],
    ['an infinite time', { happenedAt: Infinity }],
    ['a time of 1e300', { happenedAt: 1e300 }],
  ]),
  poisonCase('texts that are very long', [
    ['a name of 1 MB', { name: 'n'.repeat(1_000_000) }],
    ['a person of 1 MB', { person: 'p'.repeat(1_000_000) }],
    ['a visitor of 1 MB', { visitor: 'v'.repeat(1_000_000) }],
    ['the key of an account of 1 MB', { accounts: [['company', 'k'.repeat(1_000_000)]] }],
    ['a page of 1 MB', { page: 'p'.repeat(1_000_000), n: 1 }],
    ['a body of 8 MB', { body: JSON.stringify({ text: 'b'.repeat(8_000_000) }) }],
  ]),
  poisonCase('bodies that are hard to read', [
    ['a body of 100,000 arrays', { body: `${'['.repeat(100_000)}${']'.repeat(100_000)}` }],
    ['a body of 20,000 objects', { body: `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}` }],
    ['a body with an escaped NUL', { body: '{"text":"a\\u0000b"}' }],
    ['a body with an escaped lone surrogate', { body: '{"text":"a\\ud83d"}' }],
    ['a body with a number that is too large', { body: '{"number":1e400000}' }],
    ['a body with the same key twice', { body: '{"a":1,"a":2,"__proto__":3}' }],
    ['a body that is no JSON', { body: '{"a":' }],
    ['an empty body', { body: '' }],
  ]),
  {
    name: 'stores the batches of others when the facts of a batch cannot be stored',
    async run(trial) {
      const poisons: readonly Partial<Batch>[] = ['a\u0000b', 'a\ud83d', 'x'.repeat(1_000_000)].flatMap((text) => [
        { app: { name: text, platform: text, promotion: text } },
        { destination: text, engine: text, release: text },
        { pages: [{ page: text, last: 1, fates: [{ fate: text, first: 1, last: 1 }] }] },
      ])
      const numbers: readonly Partial<Batch>[] = [2 ** 53, -1, 0.5, NaN, Infinity].flatMap((last) => [
        { pages: [{ page: 'page', last, fates: [] }] },
        { pages: [{ page: 'page', fates: [{ fate: 'filtered', first: 1, last }] }] },
        { pages: [{ page: 'page', fates: [{ fate: 'filtered', first: last, last: 1 }] }] },
      ])
      for (const [round, poison] of [...poisons, ...numbers].entries()) {
        await beside(trial, round, batchOf([eventOf(round * 1_000)], { ...poison }))
      }
    },
  },
  {
    name: 'takes the notes of a page that end before they begin, and those of others',
    async run({ store }) {
      await store.append(noteOf('page', { last: 3, fates: [{ fate: 'filtered', first: 3, last: 1 }] }))
      await store.append(noteOf('another', { last: 3, fates: [{ fate: 'filtered', first: 1, last: 3 }] }))
      await store.check()
    },
  },
]

/** The poison stands at the start, in the middle and at the end of its batch, and batches of others come at the same moment. */
function poisonCase(what: string, poisons: readonly Poison[]): Case<EventSink> {
  return {
    name: `stores all other events beside ${what}`,
    async run(trial) {
      for (const [i, [kind, fields]] of poisons.entries()) {
        for (const place of [0, 5, 10]) {
          const round = i * 3 + (place % 3)
          const id = fields.id === undefined ? {} : { id: `${fields.id}${'x'.repeat(place)}` }
          const events = [...eventsOf(round * 1_000, 10)]
          events.splice(place, 0, eventOf(round * 1_000 + 500, { ...fields, ...id }))
          await beside(trial, round, batchOf(events), place).catch((error: unknown) => {
            throw new assert.AssertionError({ message: `Beside ${kind}, at the place ${place}: ${String(error)}` })
          })
        }
      }
    },
  }
}

/** Appends a batch with a poison between those of others at the same moment, twice. */
async function beside(
  trial: Trial<EventSink>,
  round: number,
  ...[bad, place]: readonly [Batch, number?]
): Promise<void> {
  const { store } = trial
  const others = [1, 2, 3, 4].map((i) => batchOf(eventsOf(round * 1_000 + i * 20 + 20, 20)))
  const [before = batchOf([]), ...rest] = others
  for (const expected of ['new', 'known'] as const) {
    const [first, poisoned, ...last] = await Promise.all([
      store.append(before),
      place === undefined ? store.append(bad).catch(() => undefined) : store.append(bad),
      ...rest.map((batch) => store.append(batch)),
    ])
    for (const outcomes of [first, ...last]) {
      assertAll(outcomes, asTold(trial, expected), 20)
    }
    if (place !== undefined && poisoned !== undefined) {
      assertAll(
        poisoned.filter((_, i) => i !== place),
        asTold(trial, expected),
        10,
      )
      const outcome = poisoned[place]
      assert.ok(isRefused(outcome) || outcome === asTold(trial, expected), `The outcome is ${JSON.stringify(outcome)}`)
    }
  }
  await store.check()
  if (isReadable(store)) {
    const ids = new Set(others.flatMap(({ events }) => events.map(({ id }) => id)))
    const stored = (await readOn(store)).map(({ id }) => id).filter((id) => ids.has(id))
    assertIds(stored, [...ids], 'The batches of others')
  }
}

function inEachText(text: string): readonly Poison[] {
  return [
    ['the name', { name: text }],
    ['the person', { person: text }],
    ['the impersonator', { impersonator: text }],
    ['the visitor', { visitor: text }],
    ['the session', { session: text }],
    ['the page', { page: text, n: 1 }],
    ['the kind of an account', { accounts: [[text, '1']] }],
    ['the key of an account', { accounts: [['company', text]] }],
    ['the body', { body: JSON.stringify({ text: 'x' }).replace('x', () => text) }],
  ]
}
