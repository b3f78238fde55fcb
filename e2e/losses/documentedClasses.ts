import { type Batch, keyOf, numbersIn, type Numbered } from './evidence.ts'

/** `stored`, `unexplained`, `outstanding`, or the reason that a page has told. */
export type LossClass = string

/** What the guide "Is anything lost?" says of the numbers of one page: from 1 to the highest that the collector knows. */
export type PageClasses = ReadonlyMap<number, LossClass>

interface Known {
  highest: number
  delivered: Set<number>
  reasons: Map<number, string>
}

/**
 * The class of each number, by the table of the guide and by nothing else: from what the collector has been told and what it has stored,
 * when no page counts as still delivering. It knows nothing of the meter.
 */
export function documentedClasses(
  batches: readonly Pick<Batch, 'pages' | 'isPassed'>[],
  stored: readonly Numbered[],
): ReadonlyMap<string, PageClasses> {
  const known = new Map<string, Known>()
  const of = (page: string): Known => {
    const one = known.get(page) ?? { highest: 0, delivered: new Set(), reasons: new Map() }
    known.set(page, one)
    return one
  }
  for (const { pages } of batches.filter(({ isPassed }) => isPassed))
    for (const [page, { last, ...told }] of Object.entries(pages)) {
      const one = of(page)
      if (typeof last === 'number') one.highest = Math.max(one.highest, last)
      for (const [fate, text] of Object.entries(told))
        for (const n of numbersIn(text)) {
          one.highest = Math.max(one.highest, n)
          if (fate === 'delivered') one.delivered.add(n)
          else one.reasons.set(n, fate)
        }
    }
  for (const { page, n } of stored) of(page).highest = Math.max(of(page).highest, n)

  const isStored = new Set(stored.map(keyOf))
  const classOf = (page: string, { delivered, reasons }: Known, n: number): LossClass => {
    if (isStored.has(keyOf({ page, n }))) return 'stored'
    return delivered.has(n) ? 'unexplained' : (reasons.get(n) ?? 'outstanding')
  }
  return new Map(
    [...known].map(([page, one]) => [
      page,
      new Map(Array.from({ length: one.highest }, (_, index) => [index + 1, classOf(page, one, index + 1)])),
    ]),
  )
}
