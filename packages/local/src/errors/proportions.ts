/** People, and how many of them had the error. */
export interface Share {
  readonly people: number
  readonly affected: number
}

export interface Interval {
  readonly value: number
  readonly low: number
  readonly high: number
}

/** A standard normal variable is within this distance of zero with a probability of 0.95. */
const Z = 1.959963984540054

/** Probabilities that differ by the rounding of logarithms are the same one. R's `fisher.test` has this tolerance. */
const SAME = 1 + 1e-7

/** The logarithms of the factorials of 0 to `most`. */
export function logFactorials(most: number): Float64Array {
  const logs = new Float64Array(most + 1)
  for (let n = 2; n <= most; n += 1) logs[n] = (logs[n - 1] ?? 0) + Math.log(n)
  return logs
}

/**
 * Fisher's exact test, two-sided: the probability of a table that is at most as likely as this one, if both groups have the error equally often.
 * It holds for any number of people, also where hardly anybody has the error.
 *
 * @param logs - of `logFactorials`, up to the number of all people
 */
export function fisherTest(one: Share, other: Share, logs: Float64Array): number {
  const affected = one.affected + other.affected
  const all = one.people + other.people
  const choose = (n: number, k: number) => (logs[n] ?? 0) - (logs[k] ?? 0) - (logs[n - k] ?? 0)
  const whole = choose(all, affected)
  const chance = (k: number) => Math.exp(choose(one.people, k) + choose(other.people, affected - k) - whole)
  const limit = chance(one.affected) * SAME
  let sum = 0
  for (let k = Math.max(0, affected - other.people); k <= Math.min(one.people, affected); k += 1) {
    const probability = chance(k)
    if (probability <= limit) sum += probability
  }
  return Math.min(1, sum)
}

/** Wilson's interval of a share, with 95 %. */
function wilson({ people, affected }: Share): Interval {
  const value = affected / people
  const middle = affected + Z ** 2 / 2
  const spread = Z * Math.sqrt(affected * (1 - value) + Z ** 2 / 4)
  const total = people + Z ** 2
  return { value, low: Math.max(0, (middle - spread) / total), high: Math.min(1, (middle + spread) / total) }
}

/**
 * The difference of two shares, with its interval of 95 %: Newcombe, "Interval estimation for the difference between independent proportions",
 * 1998, method 10. It has a width also where nobody had the error.
 */
export function shareDifference(one: Share, other: Share): Interval {
  const [a, b] = [wilson(one), wilson(other)]
  const value = a.value - b.value
  return {
    value,
    low: value - Math.hypot(a.value - a.low, b.high - b.value),
    high: value + Math.hypot(a.high - a.value, b.value - b.low),
  }
}

/** The probabilities of many tests, corrected for their number: Holm, "A simple sequentially rejective multiple test procedure", 1979. */
export function holm(probabilities: readonly number[]): readonly number[] {
  const places = probabilities.map((_, place) => place)
  const corrected = probabilities.map(() => 1)
  let largest = 0
  places
    .sort((a, b) => (probabilities[a] ?? 1) - (probabilities[b] ?? 1))
    .forEach((place, rank) => {
      largest = Math.max(largest, Math.min(1, (probabilities[place] ?? 1) * (probabilities.length - rank)))
      corrected[place] = largest
    })
  return corrected
}
