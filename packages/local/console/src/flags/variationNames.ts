import type { Json, ServerFlag } from '../../../src/flags/serverFlag.ts'
import { shortVariation } from './shortVariation.ts'

type Named = Pick<ServerFlag, 'variations' | 'variationNames'>

/** A variation's name, if it has one, and its value, for a list of choices. */
export function variationLabel({ variations, variationNames }: Named, index: number): string {
  const value = shortVariation(variations[index] ?? null)
  const name = variationNames?.[index]
  return name ? `${name}: ${value}` : value
}

/** The choices of a field that selects a variation. */
export function variationChoices(flag: Named): readonly { readonly value: string; readonly label: string }[] {
  return flag.variations.map((_: Json, index) => ({ value: String(index), label: variationLabel(flag, index) }))
}

/** Returns the flag with a name for one variation. An empty one removes it. */
export function withVariationName(flag: ServerFlag, index: number, name: string): ServerFlag {
  const given = name === '' ? null : name
  return withNames(
    flag,
    flag.variations.map((_, place) => (place === index ? given : (flag.variationNames?.[place] ?? null))),
  )
}

/** Returns the flag with these names, or without the field if none is left. */
export function withNames(flag: ServerFlag, names: readonly (string | null)[]): ServerFlag {
  const { variationNames: _, ...rest } = flag
  const kept = [...names]
  // A list that ends with its last name does not have to change when a variation is added.
  while (kept.at(-1) === null) kept.pop()
  return kept.length === 0 ? (rest as ServerFlag) : { ...flag, variationNames: kept }
}
