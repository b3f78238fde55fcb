/** @typedef {ReturnType<typeof createRandom>} Random */

/**
 * Random choices that are the same for the same seed (mulberry32).
 *
 * @param {number} seed
 */
export function createRandom(seed) {
  let state = seed >>> 0

  /** @returns {number} from 0 to below 1 */
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  /** Both ends are included. @param {number} from @param {number} to */
  const int = (from, to) => from + Math.floor(next() * (to - from + 1))

  /** @template T @param {readonly T[]} list @returns {T} */
  const pick = (list) => /** @type {T} */ (list[int(0, list.length - 1)])

  /** @param {number} share from 0 to 1 */
  const chance = (share) => next() < share

  /** @param {string} alphabet @param {number} length */
  const text = (alphabet, length) => Array.from({ length }, () => alphabet[int(0, alphabet.length - 1)]).join('')

  /** Each `#` becomes a digit. @param {string} pattern */
  const fill = (pattern) => pattern.replaceAll('#', () => String(int(0, 9)))

  return { int, pick, chance, text, fill }
}

export const DIGITS = '0123456789'
export const LOWER = 'abcdefghijklmnopqrstuvwxyz'
export const UPPER = LOWER.toUpperCase()
export const ALPHANUMERIC = UPPER + LOWER + DIGITS
export const BASE64_URL = `${ALPHANUMERIC}-_`
export const HEX = '0123456789abcdef'
