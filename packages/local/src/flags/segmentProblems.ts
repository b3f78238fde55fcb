import { isRecord } from '../json/isRecord.ts'
import { withoutNulls } from '../json/withoutNulls.ts'
import { clausesProblems, isListOfRecords } from './flagProblems.ts'

/** What is wrong with a segment of flags.json, in sentences; empty when the vendor's evaluator can use it. */
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
  return [...problems, ...rules.flatMap((rule, index) => clausesProblems(`${name}: rule ${index}`, rule['clauses']))]
}
