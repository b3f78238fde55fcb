/** Numbers and choices that are the same for a seed. */
export interface Random {
  /** From 0, below 1. */
  next(): number
  /** A whole number, both ends included. */
  int(from: number, to: number): number
  chance(percent: number): boolean
  pick<T>(all: readonly T[]): T
  /** Between none and so many, each made anew. */
  some<T>(most: number, make: () => T): T[]
  /** An id in the form of a UUID of version 7, with a time of today. */
  id(): string
}

/** Source of the numbers: mulberry32 by Tommy Ettinger, in the public domain. */
export function createRandom(seed: number): Random {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  const hex = (digits: number) => Array.from({ length: digits }, () => int(0, 15).toString(16)).join('')
  return {
    next,
    int,
    chance: (percent) => next() * 100 < percent,
    pick: (all) => all[int(0, all.length - 1)] as (typeof all)[number],
    some: (most, make) => Array.from({ length: int(0, most) }, make),
    id() {
      const time = (Date.now() - int(0, 3_600_000)).toString(16).padStart(12, '0')
      return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-a${hex(3)}-${hex(12)}`
    },
  }
}

/** So many of what `make` returns for each place, from 0. */
export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))
