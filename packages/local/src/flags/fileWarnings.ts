import { closest } from '../text/closest.ts'
import { isRecord } from '../json/isRecord.ts'
import { CLAUSE, FLAG, ROLLOUT, SEGMENT, type Fields } from './flagFields.ts'
import { operatorProblem } from './operators.ts'
import { slowPatternsOf } from './slowPattern.ts'
import { weightsProblem } from './rolloutWeights.ts'

const FILE: Fields = { environments: true, perEnvironment: true, flags: true, segments: true }
const ENVIRONMENT: Fields = { flags: true, secureModeKey: true }

/**
 * A sentence for each field of flags.json that nothing reads, with the field that may be meant, for each operator that does not
 * exist, for each pattern that takes very long, and for each rollout whose weights do not add up. Their flags are usable, but seldom as they are meant.
 */
export function fileWarnings(content: Readonly<Record<string, unknown>>): string[] {
  const each = (parts: unknown, path: string, fields: Fields) =>
    entriesOf(parts).flatMap(([key, part]) => warningsOf(part, fields, `${path}.${key}`))
  return [
    ...warningsOf(content, FILE, ''),
    ...each(content['flags'], 'flags', FLAG),
    ...each(content['segments'], 'segments', SEGMENT),
    ...entriesOf(content['perEnvironment']).flatMap(([id, own]) => [
      ...warningsOf(own, ENVIRONMENT, `perEnvironment.${id}`),
      ...each(isRecord(own) ? own['flags'] : undefined, `perEnvironment.${id}.flags`, FLAG),
    ]),
  ]
}

/** The warnings of an object, or of each object in a list, at this path of the file. */
function warningsOf(part: unknown, fields: Fields, path: string): string[] {
  if (Array.isArray(part)) return part.flatMap((one, index) => warningsOf(one, fields, `${path}[${index}]`))
  if (!isRecord(part)) return []
  const warnings = Object.entries(part).flatMap(([field, value]) => {
    const place = path === '' ? field : `${path}.${field}`
    const known = Object.hasOwn(fields, field) ? fields[field] : undefined
    if (known !== undefined) return known === true ? [] : warningsOf(value, known, place)
    // "$schema" and "_note" are for people and their editors.
    if (/^[$_/]/.test(field)) return []
    const meant = closest(field, Object.keys(fields))
    return [`${place} has no effect.${meant ? ` Did you mean "${meant}"?` : ''}`]
  })
  const operator = fields === CLAUSE ? operatorProblem(part['op']) : undefined
  const slow = fields === CLAUSE ? slowPatternsOf(part, path) : []
  const weights = fields === ROLLOUT ? weightsProblem(part['variations']) : undefined
  return [
    ...warnings,
    ...(operator === undefined ? [] : [`${path}.op: ${operator}`]),
    ...slow.map((one) => `${one.path}: ${one.message}`),
    ...(weights === undefined ? [] : [`${path}.variations: ${weights}`]),
  ]
}

function entriesOf(value: unknown): [string, unknown][] {
  return isRecord(value) ? Object.entries(value) : []
}
