import { isRecord } from '../json/isRecord.ts'

/** What is wrong with a part of a flag: its path in the flag, and the rule that it breaks ("must be …"). */
export interface LabelProblem {
  readonly path: string
  readonly must: string
  /** The field of the metadata. */
  readonly field?: string
}

/** The problems of what only describes a flag: the names of its variations, and its metadata. */
export function labelProblems(flag: Readonly<Record<string, unknown>>): readonly LabelProblem[] {
  const { variations, variationNames, metadata } = flag
  const count = Array.isArray(variations) ? variations.length : 0
  return [...namesProblems(variationNames ?? [], count), ...metadataProblems(metadata ?? {})]
}

function namesProblems(names: unknown, count: number): readonly LabelProblem[] {
  const path = 'variationNames'
  if (!Array.isArray(names)) return [{ path, must: 'must be a list with a name for each variation.' }]
  if (names.length > count)
    return [{ path, must: `must not be longer than "variations": ${names.length} names, but ${count} variations.` }]
  const seen = new Set<string>()
  return names.flatMap((name: unknown, index): LabelProblem[] => {
    const here = `${path}[${index}]`
    if (name !== null && (typeof name !== 'string' || name === ''))
      return [{ path: here, must: 'must be a string that is not empty, or null for a variation without a name.' }]
    // A variation without a name is reported by its number.
    const reported = name ?? String(index)
    if (seen.has(reported)) return [{ path: here, must: `must differ from the other names: ${reported} is taken.` }]
    seen.add(reported)
    return []
  })
}

/** [spec] OFREP: the values of metadata are booleans, strings and numbers. */
function metadataProblems(metadata: unknown): readonly LabelProblem[] {
  if (!isRecord(metadata)) return [{ path: 'metadata', must: 'must be an object.' }]
  return Object.entries(metadata).flatMap(([field, value]) =>
    typeof value === 'boolean' || typeof value === 'string' || Number.isFinite(value)
      ? []
      : [{ path: `metadata.${field}`, field, must: 'must be a string, a number, true or false.' }],
  )
}
