import assert from 'node:assert/strict'
import fc from 'fast-check'
import { lossReport } from '../loss/lossMeter.ts'
import type { Loss, LossReport, LossTimes } from '../store/lossReport.ts'
import type { Batch, EventStore, Fate } from '../store/store.ts'
import { batchOf, eventOf, START } from './events.ts'
import { type Check } from './check.ts'
import { eventually } from './reading.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const TIMES: readonly LossTimes[] = [
  { now: START },
  { now: START, onTheWayMs: 0 },
  { now: START, onTheWayMs: 90 * MINUTE, outstandingMs: 3 * DAY },
  { now: START, onTheWayMs: 5 * DAY, outstandingMs: DAY },
  { now: START, outstandingMs: Infinity },
  { now: START + 40 * DAY },
]

/** A store that keeps sums says of losses what all its numbers say, whatever it was told, and in whatever order. */
export function keptSums(
  open: () => Promise<EventStore>,
  reopen: (store: EventStore) => Promise<EventStore>,
): readonly Check[] {
  return [
    ...[1, 2, 3].map((seed) => ({
      name: `its sums are those of its numbers after each part of a random history (${seed})`,
      async run() {
        const batches = randomBatches(150, seed)
        const store = await open()
        for (let part = 0; part < 6; part += 1) {
          for (const batch of batches.slice(part * 25, part * 25 + 25)) await store.append(batch)
          for (const times of TIMES) await sumsAreRight(store, times)
        }
        await store.close()
        const again = await reopen(store)
        await sumsAreRight(again, { now: START })
        await again.close()
      },
    })),
    {
      name: 'its sums are right after two collectors have written about the same pages in one moment',
      async run() {
        const store = await open()
        const other = await reopen(store)
        const batches = randomBatches(200, 9)
        await Promise.all([
          ...batches.map((batch, index) => (index % 2 === 0 ? store : other).append(batch)),
          ...[store, other, store, other].map((one) => one.loss?.({ now: START })),
        ])
        for (const one of [store, other]) await sumsAreRight(one, { now: START })
        await other.close()
        await store.close()
      },
    },
    {
      name: 'its sums keep apart pages whose names look the same when they are joined',
      async run() {
        const store = await open()
        const names = [
          ['a', 'b', 'c'],
          ['a\u001Fb', 'c', ''],
          ['a', 'b\u001Fc', ''],
          ['a', 'b', '\u001Fc'],
          ['a,b', 'c', ''],
          ['', 'a', 'b\u001Fc'],
        ] as const
        for (const round of [0, 1])
          for (const [place, [app, engine, release]] of names.entries()) {
            const pages = [{ page: `page-${place}`, last: 3 ** place + round, fates: [] }]
            await store.append(batchOf([], { app: { name: app }, engine, release, pages, receivedAt: START - HOUR }))
            if (round === 1) await sumsAreRight(store, { now: START })
          }
        await store.close()
      },
    },
    {
      name: 'its report names the hundred worst of a thousand pages',
      async run() {
        const store = await open()
        const pages = Array.from({ length: 1000 }, (_, n) => ({
          page: `page-${n}`,
          last: 1 + ((n * 7) % 997),
          fates: [],
        }))
        await store.append(batchOf([], { pages, receivedAt: START - HOUR }))
        await sumsAreRight(store, { now: START })
        await store.close()
      },
    },
  ]
}

/** Compares the report of the store with what the reading of all numbers gives. */
export async function sumsAreRight(store: EventStore, times: LossTimes): Promise<void> {
  const expected = comparable(lossReport(await store.numbers(), times))
  let actual: unknown
  await eventually(
    async () => {
      assert.ok(store.loss, 'The store keeps no sums')
      actual = comparable(await store.loss(times))
      return JSON.stringify(actual) === JSON.stringify(expected) || undefined
    },
    'the right report',
    50,
  ).catch(() => assert.deepEqual(actual, expected))
}

/** In an order of its own, and without groups of which no event is expected. */
function comparable({ by, pages, ...total }: LossReport): unknown {
  const inOrder = <Value>(all: Readonly<Record<string, Value>>) =>
    Object.entries(all).sort(([one], [other]) => (one < other ? -1 : 1))
  const counts = ({ explained, ...rest }: Loss) => ({ ...rest, explained: inOrder(explained) })
  const groups = inOrder(by).map(([name, all]) => [
    name,
    inOrder(all)
      .filter(([, { expected }]) => expected > 0)
      .map(([one, loss]) => [one, counts(loss)]),
  ])
  return { total: counts(total), groups, pages: pages.map((page) => ({ ...page, ...counts(page) })) }
}

/** Where pages come from. A page does not change it; that it says its release only later is usual. */
const SOURCES = [
  { app: { name: 'Quotes' }, engine: 'chromium', destination: 'collector', release: '7' },
  { app: { name: 'Quotes' }, engine: 'webkit', destination: 'archive', release: '8' },
  { app: { name: '__proto__' }, engine: 'webkit', destination: 'collector', release: 'constructor' },
]

const FATE: fc.Arbitrary<Fate> = fc
  .record({
    fate: fc.constantFrom('delivered', 'filtered', 'over-budget', 'constructor', 'refused'),
    first: fc.integer({ min: 1, max: 60 }),
    count: fc.integer({ min: 1, max: 10 }),
  })
  .map(({ fate, first, count }) => ({ fate, first, last: first + count - 1 }))

const PAGE = fc.integer({ min: 1, max: 7 })
const FACTS = fc.record({
  source: fc.nat({ max: SOURCES.length - 1 }),
  saysRelease: fc.boolean(),
  agoMs: fc.constantFrom(0, 5 * MINUTE, 11 * MINUTE, HOUR, 2 * DAY, 31 * DAY),
  moreMs: fc.nat({ max: HOUR }),
  notes: fc.array(
    fc.record({
      page: PAGE,
      last: fc.option(fc.integer({ min: 1, max: 60 }), { nil: undefined }),
      fates: fc.array(FATE, { maxLength: 4 }),
    }),
    { maxLength: 3 },
  ),
  numbers: fc.array(fc.tuple(PAGE, fc.integer({ min: 1, max: 50 })), { maxLength: 6 }),
})

/** The same for a seed. */
const randomBatches = (count: number, seed: number): readonly Batch[] =>
  fc.sample(FACTS, { numRuns: count, seed }).map(({ source, saysRelease, agoMs, moreMs, notes, numbers }, place) => {
    const events = numbers.map(([page, n], index) => eventOf(place * 10 + index, { page: `page-${source}-${page}`, n }))
    return batchOf(events, {
      ...SOURCES[source],
      ...(!saysRelease && { release: '' }),
      pages: notes.map(({ page, last, fates }) => ({
        page: `page-${source}-${page}`,
        ...(last !== undefined && { last }),
        fates,
      })),
      receivedAt: START - agoMs - moreMs,
    })
  })
