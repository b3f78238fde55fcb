import type { readTraits, TraitsInput } from './readTraits.ts'

/** The traits in the settings of the layer: from `traits`. */
export interface PersonTraits {
  /** Tells them from other parts of the settings. */
  readonly name: 'traits'
}

/** What they consist of: the function, and what reads it after the first paint. */
export interface TraitsPart extends PersonTraits {
  readonly traitsOf: TraitsInput
  load(): Promise<typeof readTraits>
}

export const traitsPart = (traitsOf: TraitsInput, load: TraitsPart['load']): TraitsPart => ({
  name: 'traits',
  traitsOf,
  load,
})
