import type { TraitsInput } from './identity/readTraits.ts'
import { traitsPart, type PersonTraits } from './identity/traitsPart.ts'

/**
 * What a collector may know about a person, beside the unique identity of the events of that person. A batch has the traits of the person who is
 * signed in once, if one of its events is of that person, and none during an impersonation. They are neither stored in the browser nor sent
 * to vendors. Fields whose names mark a secret are left out. If the function throws, that is reported once, and batches go without traits.
 *
 * @example
 * ```ts
 * identity: { traits: traits((person) => ({ role: person.role })) },
 * ```
 */
export const traits = (traitsOf: TraitsInput): PersonTraits => traitsPart(traitsOf, loadReadTraits)

/** Bundlers split this `import()` into a lazy chunk. */
async function loadReadTraits() {
  const { readTraits } = await import('./lazy/lazyChunk.ts')
  return readTraits
}

export type { Person, RegisteredPerson } from './core/model/identity.ts'
export type { PersonTraits, TraitsInput }
