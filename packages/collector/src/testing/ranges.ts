/** The numbers from the first to the last. */
export type Range = readonly [first: number, last: number]

/** Adds numbers to ranges that are in order and do not touch. The result is so, too. */
export const withRange = (ranges: readonly Range[], [first, last]: Range): readonly Range[] => {
  const before = ranges.filter((range) => range[1] < first - 1)
  const behind = ranges.filter((range) => range[0] > last + 1)
  const touched = ranges.slice(before.length, ranges.length - behind.length)
  const joined: Range = [Math.min(first, touched[0]?.[0] ?? first), Math.max(last, touched.at(-1)?.[1] ?? last)]
  return [...before, joined, ...behind]
}
