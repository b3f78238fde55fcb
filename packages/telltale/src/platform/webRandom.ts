import type { Random } from '../core/ports/random.ts'

/** `getRandomValues` is there on insecure origins too, where `randomUUID` and `subtle` are not. */
export const webRandom: Random = {
  number: () => Math.random(),
  bytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
}
