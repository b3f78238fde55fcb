import { isRecord } from '../json/isRecord.ts'
import { withoutNulls } from '../json/withoutNulls.ts'
import { labelProblems } from './labelProblems.ts'

/** The problems of a flag in flags.json, as sentences. Empty if the vendor's evaluator can use it. */
export function flagProblems(key: string, written: unknown): string[] {
  const name = `Flag "${key}"`
  if (!isRecord(written)) return [`${name} must be an object.`]
  const flag = withoutNulls(written)
  const { variations } = flag
  if (!Array.isArray(variations) || variations.length === 0)
    return [`${name} needs "variations": a list of its values.`]

  const problems: string[] = []
  const count = variations.length
  if (flag['key'] !== undefined && flag['key'] !== key) problems.push(`${name} has another "key" inside.`)
  if (flag['on'] !== undefined && typeof flag['on'] !== 'boolean') problems.push(`${name}: "on" must be true or false.`)
  if (flag['version'] !== undefined && !isIndex(flag['version'], Infinity))
    problems.push(`${name}: "version" must be a whole number.`)
  if (flag['offVariation'] !== undefined && !isIndex(flag['offVariation'], count))
    problems.push(`${name}: "offVariation" does not exist: there are ${count} variations, counted from 0.`)
  if (flag['fallthrough'] !== undefined)
    problems.push(...servedProblems(`${name}: "fallthrough"`, flag['fallthrough'], count))
  if (flag['description'] !== undefined && typeof flag['description'] !== 'string')
    problems.push(`${name}: "description" must be a string.`)
  problems.push(...labelProblems(flag).map(({ path, must }) => `${name}: "${path}" ${must}`))
  for (const list of ['targets', 'contextTargets', 'rules', 'prerequisites'])
    if (flag[list] !== undefined && !isListOfRecords(flag[list]))
      problems.push(`${name}: "${list}" must be a list of objects.`)
  if (isListOfRecords(flag['rules']))
    for (const [index, rule] of flag['rules'].entries()) {
      problems.push(...servedProblems(`${name}: rules[${index}]`, rule, count))
      problems.push(...clausesProblems(`${name}: rules[${index}]`, rule['clauses']))
    }
  for (const list of ['targets', 'contextTargets'])
    if (isListOfRecords(flag[list]))
      for (const target of flag[list])
        if (!isIndex(target['variation'], count) || !isListOfTexts(target['values']))
          problems.push(
            `${name}: each of "${list}" needs "variation" (0 to ${count - 1}) and "values", a list of strings.`,
          )
  if (isListOfRecords(flag['prerequisites']))
    for (const { key: other, variation } of flag['prerequisites'])
      if (typeof other !== 'string' || !isIndex(variation, Infinity))
        problems.push(`${name}: each of "prerequisites" needs "key", that of another flag, and "variation".`)
  // The vendor's evaluator would ignore them silently.
  if (isListOfRecords(flag['contextTargets']))
    for (const { contextKind, values } of flag['contextTargets'])
      if ((contextKind ?? 'user') === 'user' && Array.isArray(values) && values.length > 0)
        problems.push(`${name}: users are named in "targets"; in "contextTargets" their "values" must be empty.`)
  return problems
}

/** The problems of a segment in flags.json, as sentences. Empty if the vendor's evaluator can use it. */
export function segmentProblems(key: string, written: unknown): string[] {
  const name = `Segment "${key}"`
  if (!isRecord(written)) return [`${name} must be an object.`]
  const segment = withoutNulls(written)
  const problems: string[] = []
  for (const list of ['included', 'excluded'])
    if (segment[list] !== undefined && !Array.isArray(segment[list]))
      problems.push(`${name}: "${list}" must be a list of keys.`)
  for (const list of ['includedContexts', 'excludedContexts']) {
    const targets = segment[list]
    if (targets === undefined) continue
    if (!isListOfRecords(targets) || !targets.every(({ values }) => Array.isArray(values)))
      problems.push(`${name}: "${list}" must be a list of objects, each with "values".`)
  }
  const { rules = [] } = segment
  if (!isListOfRecords(rules)) return [...problems, `${name}: "rules" must be a list of objects.`]
  return [...problems, ...rules.flatMap((rule, index) => clausesProblems(`${name}: rules[${index}]`, rule['clauses']))]
}

/** The problems of the conditions in a rule of a flag or segment. */
function clausesProblems(name: string, clauses: unknown): string[] {
  if (!isListOfRecords(clauses)) return [`${name} needs "clauses": a list of objects.`]
  return clauses.every(({ op, values }) => typeof op === 'string' && Array.isArray(values))
    ? []
    : [`${name}: each of "clauses" needs "op" and a list of "values".`]
}

function servedProblems(name: string, served: unknown, count: number): string[] {
  if (!isRecord(served)) return [`${name} must be an object.`]
  const { variation, rollout } = served
  if (variation !== undefined && variation !== null)
    return isIndex(variation, count)
      ? []
      : [`${name} has a variation that does not exist: there are ${count}, counted from 0.`]
  const shares = isRecord(rollout) ? rollout['variations'] : undefined
  if (!isListOfRecords(shares) || shares.length === 0) return [`${name} needs "variation" or "rollout".`]
  return shares.every((share) => isIndex(share['variation'], count) && typeof share['weight'] === 'number')
    ? []
    : [`${name}: each share of its rollout needs "variation" (0 to ${count - 1}) and "weight".`]
}

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

function isIndex(value: unknown, below: number): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < below
}

function isListOfRecords(value: unknown): value is Record<string, unknown>[] {
  return Array.isArray(value) && value.every(isRecord)
}
