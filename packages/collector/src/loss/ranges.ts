/** Numbers from the first to the last. */
export type Range = readonly [first: number, last: number]

const MAX_PAGE_LENGTH = 128
/** The highest number of an event that counts. */
const MAX_NUMBER = 999_999_999

export const isPage = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= MAX_PAGE_LENGTH

export const isNumber = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_NUMBER

/** The names of fates that pages may tell. Those of the collector itself have other characters. */
export const isFate = (name: string) => /^[a-z-]{1,32}$/.test(name)

const RANGES = /^\d{1,9}(-\d{1,9})?(,\d{1,9}(-\d{1,9})?)*$/

/** Reads a text such as `1-40,42`. Returns nothing for any other value. */
export function rangesIn(text: unknown): readonly Range[] {
  if (typeof text !== 'string' || !RANGES.test(text)) return []
  const ranges = text.split(',').map((range): Range => {
    const [first = '', last = first] = range.split('-')
    return [Number(first), Number(last)]
  })
  return ranges.filter(([first, last]) => first <= last)
}

export const rangesText = (ranges: readonly Range[]) =>
  ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join()

/** The same numbers as ranges in order, each as long as possible. */
export function merged(all: readonly Range[]): readonly Range[] {
  const ranges: [first: number, last: number][] = []
  for (const [first, last] of [...all].sort(([one], [other]) => one - other)) {
    const latest = ranges.at(-1)
    if (latest && first <= latest[1] + 1) latest[1] = Math.max(latest[1], last)
    else if (first <= last) ranges.push([first, last])
  }
  return ranges
}

export const countIn = (ranges: readonly Range[]) => ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0)

/** The numbers of `all`, which are in order, that are in none of the others. Each range is looked at once: pages may tell any number of them. */
export function without(all: readonly Range[], others: readonly Range[]): readonly Range[] {
  const cuts = merged(others)
  const left: Range[] = []
  let next = 0
  for (const [first, last] of all) {
    let from = first
    for (; next < cuts.length; next += 1) {
      const [start, end] = cuts[next] as Range
      if (start > last) break
      if (end < from) continue
      if (start > from) left.push([from, start - 1])
      from = end + 1
      // This cut may reach into the next range.
      if (end > last) break
    }
    if (from <= last) left.push([from, last])
  }
  return left
}

export const common = (all: readonly Range[], others: readonly Range[]) => without(all, without(all, others))
