import { createHash } from 'node:crypto'

/** What a key is hashed with, and how much of all keys each share gets, in thousandths of a percent. */
export interface Rollout {
  readonly salt: string
  readonly weights: readonly number[]
}

/** [vendor] Fifteen hexadecimal digits of the hash are looked at. The highest of them, as a double has it. */
const DIGITS = 15
const HIGHEST = 16 ** DIGITS
const WHOLE = 100_000

/**
 * In which share of a percentage rollout a key falls. [vendor] The evaluator's own arithmetic, to the last bit: of everybody in one
 * share it is asked for one.
 */
export function rolloutShare(key: string, { salt, weights }: Rollout): number {
  const hash = createHash('sha1').update(`${salt}.${key}`).digest('hex')
  const bucket = Number.parseInt(hash.slice(0, DIGITS), 16) / HIGHEST
  let sum = 0
  for (const [index, weight] of weights.entries()) {
    sum += weight / WHOLE
    if (bucket < sum) return index
  }
  return weights.length
}
