/** Random numbers that are the same for the same seed. */
export interface MadeRandom {
  /** From 0, below 1. */
  share(): number
  /** Normally distributed, with mean 0 and variance 1. */
  normal(): number
  /** A count with this mean, of a Poisson distribution. */
  count(mean: number): number
}

/** The generator is mulberry32. */
export function madeRandom(seed: number): MadeRandom {
  let state = seed >>> 0
  let spare: number | undefined
  const share = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    share,
    normal() {
      if (spare !== undefined) {
        const kept = spare
        spare = undefined
        return kept
      }
      const length = Math.sqrt(-2 * Math.log(1 - share()))
      const angle = 2 * Math.PI * share()
      spare = length * Math.sin(angle)
      return length * Math.cos(angle)
    },
    count(mean) {
      const least = Math.exp(-mean)
      let product = share()
      let count = 0
      for (; product > least; count += 1) product *= share()
      return count
    },
  }
}
