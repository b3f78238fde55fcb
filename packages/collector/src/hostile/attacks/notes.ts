import type { Attack } from '../attack.ts'
import type { Attacker } from '../attacker.ts'
import { plainBatch } from '../plainBatch.ts'
import { type Random, times } from '../random.ts'
import { FATES } from '../randomPages.ts'

type Fates = Readonly<Record<string, unknown>>

/** A collector may take such a note, leave it out, or answer that it is too much. */
const ALLOWED = [413, 422]

async function postAll(attacker: Attacker, batches: readonly object[]): Promise<void> {
  for (const batch of batches) if (!attacker.signal.aborted) await attacker.post(batch, { allowed: ALLOWED })
}

/** A batch with one event of its own that tells this about pages. */
const telling = (random: Random, pages: Readonly<Record<string, Fates>>) => plainBatch(random, { fields: { pages } })

const oddNumbers: Attack = {
  kind: '40 notes of 10,000 odd numbers each about one page',
  addresses: 'forwarded',
  prepare(random) {
    const page = random.id()
    const batches = times(40, (post) => {
      const numbers = times(10_000, (index) => 2 * (post * 10_000 + index) + 1)
      return telling(random, { [page]: { filtered: numbers.join(',') } })
    })
    return (attacker) => postAll(attacker, batches)
  },
}

const strangePages: Attack = {
  kind: '20 notes about 400,000 pages that never were',
  addresses: 'forwarded',
  prepare(random) {
    const batches = times(20, (post) => {
      const pages = times(20_000, (index) => [`p-${post}-${index}`, { last: 5, delivered: '1-5' }] as const)
      return telling(random, Object.fromEntries(pages))
    })
    return (attacker) => postAll(attacker, batches)
  },
}

const MOST = Number.MAX_SAFE_INTEGER
const HIGHEST: readonly Fates[] = [
  { last: MOST },
  { last: MOST, delivered: `1-${MOST}` },
  { last: MOST, delivered: `${MOST}` },
  { delivered: `${MOST - 1}-${MOST}`, filtered: `1-${MOST}`, refused: `2-${MOST}` },
  { last: 0, delivered: '0', filtered: '0-0' },
  { last: 3, delivered: '3-1' },
  { last: 3, delivered: '00001-000000000002' },
  { last: 2 ** 31, delivered: `1-${2 ** 31}` },
  { last: 2 ** 32, delivered: `1-${2 ** 32}` },
]

const highest: Attack = {
  kind: 'numbers at the highest that a number may be',
  addresses: 'forwarded',
  prepare(random) {
    const told = HIGHEST.map((fates) => telling(random, { [random.id()]: fates }))
    const page = random.id()
    const together = HIGHEST.map((fates) => telling(random, { [page]: fates }))
    const events = [MOST, 2 ** 31, 2 ** 32, 1].map((n) => plainBatch(random, { page: random.id(), events: [{ n }] }))
    // The grammar has no end of digits.
    const endless = telling(random, { [random.id()]: { delivered: `1-${'9'.repeat(400)}` } })
    return async (attacker) => {
      await postAll(attacker, [...told, ...together, ...events])
      await attacker.post(endless, { allowed: [...ALLOWED, 400] })
    }
  },
}

const overlapping: Attack = {
  kind: '100 notes with ranges that overlap and change their reasons',
  addresses: 'forwarded',
  prepare(random) {
    const page = random.id()
    const batches = times(100, (post) => {
      const ranges = times(1500, (index) => {
        const first = 1 + index * 60 + (post % 7)
        return `${first}-${first + 31 + (post % 50)}`
      })
      const fate = FATES[post % FATES.length] ?? 'filtered'
      return telling(random, { [page]: { last: 100_000, [fate]: ranges.join(',') } })
    })
    return (attacker) => postAll(attacker, batches)
  },
}

const reasons: Attack = {
  kind: '50 notes with 2,000 reasons that nobody knows',
  addresses: 'forwarded',
  prepare(random) {
    const batches = times(50, (post) => {
      const fates = times(2000, (index) => [`reason-${post}-${index}`, `${index + 1}`] as const)
      return telling(random, { [random.id()]: Object.fromEntries(fates) })
    })
    return (attacker) => postAll(attacker, batches)
  },
}

const groups: Attack = {
  kind: '2,000 applications, destinations and releases',
  addresses: 'forwarded',
  prepare(random) {
    const batches = times(2000, (index) =>
      plainBatch(random, { app: `app-${index}`, destination: `d-${index}`, release: `r-${index}` }),
    )
    return async (attacker) => {
      for (let first = 0; first < batches.length; first += 8)
        await Promise.all(batches.slice(first, first + 8).map((batch) => postAll(attacker, [batch])))
    }
  },
}

export const NOTE_ATTACKS: readonly Attack[] = [oddNumbers, strangePages, highest, overlapping, reasons, groups]
