import { completeFlag, type ServerFlag } from '../../../src/flags/serverFlag.ts'
import { isRecord } from '../../../src/json/isRecord.ts'
import { parseJson } from '../../../src/json/parseJson.ts'

export type FlagText =
  | { readonly outcome: 'ok'; readonly flag: ServerFlag }
  | { readonly outcome: 'invalid'; readonly message: string }

/** Parses the JSON of a flag, and checks what the form needs to show it. The services report other problems. */
export function readFlagText(key: string, text: string): FlagText {
  const read = parseJson(text)
  if (read.outcome === 'invalid') return { outcome: 'invalid', message: read.problems.join(' ') }
  const { value } = read
  if (!isRecord(value)) return { outcome: 'invalid', message: 'A flag must be an object.' }
  const problem = shapeProblem(value)
  if (problem !== undefined) return { outcome: 'invalid', message: problem }
  return { outcome: 'ok', flag: completeFlag(key, value) }
}

function shapeProblem(flag: Record<string, unknown>): string | undefined {
  const { variations, rules = [], targets = [], contextTargets = [], prerequisites = [], fallthrough = {} } = flag
  if (!Array.isArray(variations)) return '"variations" must be a list.'
  if (!Array.isArray(flag['variationNames'] ?? [])) return '"variationNames" must be a list.'
  if (
    !isList(rules) ||
    !rules.every(({ clauses }) => isList(clauses) && clauses.every(({ values }) => Array.isArray(values)))
  )
    return '"rules" must be a list of objects with "clauses", each with a list of "values".'
  for (const [name, list] of Object.entries({ targets, contextTargets }))
    if (!isList(list) || !list.every(({ values }) => Array.isArray(values)))
      return `"${name}" must be a list of objects with "values".`
  if (!isList(prerequisites)) return '"prerequisites" must be a list of objects.'
  if (![fallthrough, ...rules].every(isServed)) return 'A "rollout" must have a list of "variations".'
  return undefined
}

function isServed(served: unknown): boolean {
  if (!isRecord(served)) return false
  const { rollout } = served
  return rollout === undefined || rollout === null || (isRecord(rollout) && isList(rollout['variations']))
}

function isList(value: unknown): value is Record<string, unknown>[] {
  return Array.isArray(value) && value.every(isRecord)
}
