// Other workspaces compile this source too. An import would need the declarations to be a module, which cannot declare another one.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./jstat.d.ts" />
import library from 'jstat'

const { chisquare, normal } = library.jStat

/** The value below which a standard normal variable is with this probability. */
export const normalQuantile = (probability: number): number => normal.inv(probability, 0, 1)

/** The probability that a standard normal variable is at most this. */
export const normalBelow = (value: number): number => normal.cdf(value, 0, 1)

/** The probability that a chi-squared variable is greater than this. */
const chiSquaredAbove = (value: number, degreesOfFreedom: number): number =>
  Math.min(1, Math.max(0, 1 - chisquare.cdf(value, degreesOfFreedom)))

/** Pearson's chi-squared test of these counts against what was expected of them. `undefined` if there is nothing to test. */
export function chiSquaredTest(counts: readonly number[], expected: readonly number[]): number | undefined {
  if (counts.length < 2 || expected.some((one) => !(one > 0))) return undefined
  const statistic = counts.reduce((sum, count, at) => sum + (count - (expected[at] ?? 0)) ** 2 / (expected[at] ?? 0), 0)
  return chiSquaredAbove(statistic, counts.length - 1)
}

/** The chi-squared test of independence: whether the rows of a table of counts are divided alike over its columns. */
export function independenceTest(rows: readonly (readonly number[])[]): number | undefined {
  const columns = rows[0]?.map((_, at) => rows.reduce((sum, row) => sum + (row[at] ?? 0), 0)) ?? []
  const sums = rows.map((row) => row.reduce((sum, count) => sum + count, 0))
  const all = sums.reduce((sum, count) => sum + count, 0)
  const usedRows = rows.filter((_, at) => (sums[at] ?? 0) > 0)
  const usedColumns = columns.flatMap((sum, at) => (sum > 0 ? [at] : []))
  if (usedRows.length < 2 || usedColumns.length < 2) return undefined
  let statistic = 0
  for (const row of usedRows) {
    const sum = row.reduce((total, count) => total + count, 0)
    for (const at of usedColumns) {
      const expected = (sum * (columns[at] ?? 0)) / all
      statistic += ((row[at] ?? 0) - expected) ** 2 / expected
    }
  }
  return chiSquaredAbove(statistic, (usedRows.length - 1) * (usedColumns.length - 1))
}
