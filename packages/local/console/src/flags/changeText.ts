import type { ServerFlag } from '../../../src/flags/serverFlag.ts'
import { sameJson } from '../format/sameJson.ts'

/** Parts of a flag, in the order in which their changes are described. */
const PARTS: readonly (readonly [keyof ServerFlag, string])[] = [
  ['variations', 'variations'],
  ['variationNames', 'names of variations'],
  ['prerequisites', 'prerequisites'],
  ['targets', 'targets'],
  ['contextTargets', 'targets'],
  ['rules', 'rules'],
  ['fallthrough', 'the default rule'],
  ['offVariation', 'the off variation'],
  ['clientSideAvailability', 'availability'],
  ['description', 'description'],
  ['metadata', 'metadata'],
]

/** Describes a change in a few words. */
export function changeText(before: ServerFlag | undefined, after: ServerFlag | undefined): string {
  if (before === undefined) return 'created'
  if (after === undefined) return 'removed'
  const parts = PARTS.filter(([part]) => !sameJson(before[part], after[part]))
  const named = [...new Set(parts.map(([, name]) => name))]
  const turned = before.on === after.on ? [] : [after.on ? 'turned on' : 'turned off']
  const changed = named.length === 0 ? [] : [`changed ${listed(named)}`]
  return [...turned, ...changed].join(', ') || 'saved without changes'
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
