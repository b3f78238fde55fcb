import type { ServerFlag } from '../../../src/flags/serverFlag.ts'
import { sameJson } from '../format/sameJson.ts'

/** Parts of a flag in the order in which a change of them is told. */
const PARTS: readonly (readonly [keyof ServerFlag, string])[] = [
  ['variations', 'variations'],
  ['prerequisites', 'prerequisites'],
  ['targets', 'targets'],
  ['contextTargets', 'targets'],
  ['rules', 'rules'],
  ['fallthrough', 'what the rest gets'],
  ['offVariation', 'what it serves when off'],
  ['clientSideAvailability', 'who may ask for it'],
  ['description', 'description'],
]

/** What a change did, in a few words. */
export function changeText(before: ServerFlag | undefined, after: ServerFlag | undefined): string {
  if (before === undefined) return 'made'
  if (after === undefined) return 'removed'
  const parts = PARTS.filter(([part]) => !sameJson(before[part], after[part]))
  const named = [...new Set(parts.map(([, name]) => name))]
  const turned = before.on === after.on ? [] : [after.on ? 'turned on' : 'turned off']
  const changed = named.length === 0 ? [] : [`changed ${listed(named)}`]
  return [...turned, ...changed].join(', ') || 'saved as it was'
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
