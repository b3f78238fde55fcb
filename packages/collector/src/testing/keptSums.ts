import assert from 'node:assert/strict'
import { lossReport } from '../loss/lossMeter.ts'
import type { Loss, LossReport, LossTimes } from '../loss/report.ts'
import type { Batch, EventStore, Fate } from '../store/store.ts'
import { createRandom, type Random } from '../hostile/random.ts'
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
        const random = createRandom(seed)
        const store = await open()
        for (let part = 0; part < 6; part += 1) {
          for (let count = 0; count < 25; count += 1) await store.append(randomBatch(random, part * 25 + count))
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
        const random = createRandom(9)
        const store = await open()
        const other = await reopen(store)
        const batches = Array.from({ length: 200 }, (_, index) => randomBatch(random, index))
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
      name: 'its report names the hundred worst of a thousand pages',
      async run() {
        const store = await open()
        const pages = Array.from({ length: 1000 }, (_, n) => ({ page: `page-${n}`, last: 1 + ((n * 7) % 997), fates: [] }))
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

function randomBatch(random: Random, number: number): Batch {
  const page = () => `page-${random.int(1, 20)}`
  const pages = random.some(3, () => ({
    page: page(),
    ...(random.chance(60) && { last: random.int(1, 60) }),
    fates: random.some(4, () => randomFate(random)),
  }))
  const events = random.some(6, () => page()).map((one, index) =>
    eventOf(number * 10 + index, { page: one, n: random.int(1, 50) }),
  )
  return batchOf(events, {
    pages,
    app: { name: random.pick(['Quotes', 'Invoices', '__proto__']) },
    engine: random.pick(['chromium', 'webkit']),
    destination: random.pick(['collector', 'archive']),
    release: random.pick(['', '7', '8', 'constructor']),
    receivedAt: START - random.pick([0, 5 * MINUTE, 11 * MINUTE, HOUR, 2 * DAY, 31 * DAY]) - random.int(0, HOUR),
  })
}

function randomFate(random: Random): Fate {
  const first = random.int(1, 60)
  return {
    fate: random.pick(['delivered', 'filtered', 'over-budget', 'constructor', 'refused']),
    first,
    last: first + random.int(0, 9),
  }
}
