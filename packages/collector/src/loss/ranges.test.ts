import fc from 'fast-check'
import { expect, test } from 'vitest'
import { common, countIn, merged, type Range, without } from './ranges.ts'

const range = fc
  .tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 0, max: 12 }))
  .map(([first, more]): Range => [first, first + more])
const numbersIn = (ranges: readonly Range[]) =>
  new Set(ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index)))
const sorted = (numbers: Iterable<number>) => [...numbers].sort((one, other) => one - other)

test('ranges have the numbers that sets of numbers have', () => {
  fc.assert(
    fc.property(fc.array(range), fc.array(range), (given, others) => {
      const all = merged(given)
      const [numbers, cut] = [numbersIn(given), numbersIn(others)]
      expect(sorted(numbersIn(all))).toEqual(sorted(numbers))
      expect(countIn(all)).toBe(numbers.size)
      expect(sorted(numbersIn(without(all, others)))).toEqual(sorted(numbers).filter((n) => !cut.has(n)))
      expect(sorted(numbersIn(common(all, others)))).toEqual(sorted(numbers).filter((n) => cut.has(n)))
    }),
    { numRuns: 500 },
  )
})
