import type { Random } from '../core/ports/random.ts'

/** The browser takes as long for ten bytes as for these, which do for a hundred events. */
const POOL_BYTES = 1024

/** `getRandomValues` is there on insecure origins too, where `randomUUID` and `subtle` are not. */
export function webRandom(): Random {
  let pool = new Uint8Array()
  return {
    number: () => Math.random(),
    bytes(count) {
      if (pool.length < count) pool = crypto.getRandomValues(new Uint8Array(Math.max(count, POOL_BYTES)))
      const taken = pool.subarray(0, count)
      pool = pool.subarray(count)
      return taken
    },
  }
}
