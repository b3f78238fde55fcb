import type { Json, Rule, ServerFlag, Target, VariationOrRollout } from '../../../src/flags/serverFlag.ts'
import { without } from './listEdits.ts'
import { withNames } from './variationNames.ts'

/** Weights are in thousandths of a percent. */
const WHOLE = 100_000

/** The individual targets of a variation: keys of one context kind. */
export interface TargetRow {
  readonly contextKind: string
  readonly variation: number
  readonly values: readonly string[]
}

/** All targets of a flag in one list, including those of users. */
export function targetRows({ targets, contextTargets }: ServerFlag): readonly TargetRow[] {
  const rows = (list: readonly Target[]) =>
    // A file may have numbers as keys, and nulls in place of absent fields.
    list.map(({ contextKind, variation, values }) => ({
      contextKind: contextKind ?? 'user',
      variation,
      values: values.map(String),
    }))
  // An entry for users in this list only gives their position in the order.
  return [...rows(targets), ...rows(contextTargets).filter(({ contextKind }) => contextKind !== 'user')]
}

export function withTargetRows(flag: ServerFlag, rows: readonly TargetRow[]): ServerFlag {
  const users = rows.filter(({ contextKind }) => contextKind === 'user')
  const others = rows.filter(({ contextKind }) => contextKind !== 'user')
  const places = users.map(({ variation }) => ({ contextKind: 'user', variation, values: [] }))
  return {
    ...flag,
    targets: users.map(({ variation, values }) => ({ variation, values })),
    contextTargets: others.length > 0 ? [...others, ...places] : [],
  }
}

/** Removes a variation. References to it then refer to the variation before it, and later indexes move up by one. */
export function withoutVariation(flag: ServerFlag, index: number): ServerFlag {
  const moved = (variation: number) => (variation >= index ? Math.max(0, variation - 1) : variation)
  const served = (one: VariationOrRollout): VariationOrRollout => ({
    ...one,
    ...(typeof one.variation === 'number' && { variation: moved(one.variation) }),
    ...(one.rollout && {
      rollout: {
        ...one.rollout,
        variations: one.rollout.variations
          .filter(({ variation }) => variation !== index)
          .map((share) => ({ ...share, variation: moved(share.variation) })),
      },
    }),
  })
  const target = (one: Target): Target => ({ ...one, variation: moved(one.variation) })
  const names = flag.variationNames
  return {
    ...(names === undefined ? flag : withNames(flag, without(names, index))),
    variations: without(flag.variations, index),
    fallthrough: served(flag.fallthrough),
    rules: flag.rules.map((rule): Rule => ({ ...rule, ...served(rule) })),
    targets: flag.targets.filter(({ variation }) => variation !== index).map(target),
    contextTargets: flag.contextTargets.filter(({ variation }) => variation !== index).map(target),
    ...(typeof flag.offVariation === 'number' && { offVariation: moved(flag.offVariation) }),
  }
}

/** A rollout of all variations that starts with 100 % for the first. */
export function asRollout(variations: readonly Json[], first: number): VariationOrRollout {
  const shares = variations.map((_, variation) => ({ variation, weight: variation === first ? WHOLE : 0 }))
  return { rollout: { contextKind: 'user', variations: shares } }
}

/** Changes a share, in percent. If there are two variations, the other one gets the rest. */
export function withShare(served: VariationOrRollout, variation: number, percent: number): VariationOrRollout {
  if (!served.rollout) return served
  const weight = Math.round(Math.min(100, Math.max(0, percent)) * 1000)
  const shares = served.rollout.variations
  const variations = shares.map((share) => {
    if (share.variation === variation) return { ...share, weight }
    return shares.length === 2 ? { ...share, weight: WHOLE - weight } : share
  })
  return { ...served, rollout: { ...served.rollout, variations } }
}

/** The percentage that is not assigned. Negative if more than 100 % is assigned. */
export function restOf({ rollout }: VariationOrRollout): number {
  const given = (rollout?.variations ?? []).reduce((sum, { weight }) => sum + weight, 0)
  return (WHOLE - given) / 1000
}
