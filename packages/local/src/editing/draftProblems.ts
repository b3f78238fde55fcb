import type { Problem } from '../protocol/problem.ts'
import { flagProblems } from '../flags/flagProblems.ts'
import { labelProblems } from '../flags/labelProblems.ts'
import { weightsProblem } from '../flags/rolloutWeights.ts'
import { isRecord } from '../json/isRecord.ts'
import { clauseProblems } from './clauseProblems.ts'

/** What a flag may refer to. */
export interface DraftReferences {
  /** The other flags of its environment. */
  readonly flags: Readonly<Record<string, { readonly variations: readonly unknown[]; readonly prerequisites: unknown }>>
  readonly segments: ReadonlySet<string>
}

/**
 * The problems of a flag that is being edited. Stricter than reading the file: an export may refer to what it does not contain.
 */
export function draftProblems(key: string, draft: unknown, around: DraftReferences): readonly Problem[] {
  if (!isRecord(draft)) return [{ path: '', message: 'A flag must be an object.' }]
  if (key === '' || !/^[\w.-]+$/.test(key))
    return [{ path: 'key', message: 'A key may only have letters, digits, ".", "_" and "-".' }]
  const { variations } = draft
  if (!Array.isArray(variations) || variations.length === 0)
    return [{ path: 'variations', message: 'A flag needs at least one variation.' }]
  const count = variations.length
  const problems = [
    ...(draft['fallthrough'] === undefined ? [] : servedProblems(draft['fallthrough'], 'fallthrough', count)),
    ...(draft['offVariation'] === undefined || draft['offVariation'] === null
      ? []
      : variationProblems(draft['offVariation'], 'offVariation', count)),
    ...each(draft['rules'], 'rules', (rule, path) => [
      ...servedProblems(rule, path, count),
      ...(Array.isArray(rule['clauses']) && rule['clauses'].length > 0
        ? rule['clauses'].flatMap((one, n) => clauseProblems(one, `${path}.clauses[${n}]`, around.segments))
        : [{ path: `${path}.clauses`, message: 'A rule needs at least one condition.' }]),
    ]),
    ...targetProblems(draft, count),
    ...each(draft['prerequisites'], 'prerequisites', (one, path) => prerequisiteProblems(one, path, around)),
    ...cycleProblems(key, draft['prerequisites'], around),
    ...labelProblems(draft).map(({ path, field, must }) => ({
      path,
      message: `${field === undefined ? 'It' : JSON.stringify(field)} ${must}`,
    })),
  ]
  // Everything else that reading the file would refuse, so that nothing unreadable is written.
  return problems.length > 0 ? problems : flagProblems(key, draft).map((message) => ({ path: '', message }))
}

function each(
  list: unknown,
  name: string,
  problemsOf: (one: Record<string, unknown>, path: string) => readonly Problem[],
): readonly Problem[] {
  if (list === undefined) return []
  if (!Array.isArray(list)) return [{ path: name, message: 'It must be a list.' }]
  return list.flatMap((one: unknown, index) => {
    const path = `${name}[${index}]`
    return isRecord(one) ? problemsOf(one, path) : [{ path, message: 'It must be an object.' }]
  })
}

function variationProblems(value: unknown, path: string, count: number): readonly Problem[] {
  if (Number.isInteger(value) && (value as number) >= 0 && (value as number) < count) return []
  return [{ path, message: `There is no variation ${JSON.stringify(value)}. There are ${count}, counted from 0.` }]
}

function servedProblems(served: unknown, path: string, count: number): readonly Problem[] {
  if (!isRecord(served)) return [{ path, message: 'It must name the variation to serve.' }]
  const { variation, rollout } = served
  if (variation !== undefined && variation !== null) return variationProblems(variation, `${path}.variation`, count)
  if (!isRecord(rollout)) return [{ path, message: 'It must serve a "variation" or a "rollout".' }]
  const shares = rollout['variations']
  const at = `${path}.rollout.variations`
  if (!Array.isArray(shares) || shares.length === 0)
    return [{ path: at, message: 'A rollout needs at least one variation with a weight.' }]
  const problems = each(shares, at, (share, place) => [
    ...variationProblems(share['variation'], `${place}.variation`, count),
    ...(Number.isInteger(share['weight']) && (share['weight'] as number) >= 0
      ? []
      : [
          {
            path: `${place}.weight`,
            message: 'A weight must be a whole number of thousandths of a percent, at least 0.',
          },
        ]),
  ])
  const sum = problems.length > 0 ? undefined : weightsProblem(shares)
  return sum === undefined ? problems : [{ path: at, message: sum }]
}

function targetProblems(draft: Record<string, unknown>, count: number): readonly Problem[] {
  const seen = new Set<string>()
  return ['targets', 'contextTargets'].flatMap((name) =>
    each(draft[name], name, ({ variation, values, contextKind = 'user' }, path) => {
      const problems = [...variationProblems(variation, `${path}.variation`, count)]
      if (!Array.isArray(values))
        return [...problems, { path: `${path}.values`, message: 'It must be a list of keys.' }]
      for (const [index, value] of values.entries()) {
        const id = JSON.stringify([contextKind, value])
        const where = `${path}.values[${index}]`
        if (typeof value !== 'string') problems.push({ path: where, message: 'A key must be a string.' })
        else if (seen.has(id)) problems.push({ path: where, message: `${value} is listed twice.` })
        seen.add(id)
      }
      return problems
    }),
  )
}

function prerequisiteProblems(
  one: Record<string, unknown>,
  path: string,
  { flags }: DraftReferences,
): readonly Problem[] {
  const key = one['key']
  const other = typeof key === 'string' && Object.hasOwn(flags, key) ? flags[key] : undefined
  if (other === undefined) return [{ path: `${path}.key`, message: `There is no flag ${JSON.stringify(key)}.` }]
  return variationProblems(one['variation'], `${path}.variation`, other.variations.length)
}

/** [vendor] A flag that is its own prerequisite, directly or through others, cannot be evaluated: MALFORMED_FLAG. */
function cycleProblems(key: string, prerequisites: unknown, { flags }: DraftReferences): readonly Problem[] {
  if (!Array.isArray(prerequisites)) return []
  const way = [...keysOf(prerequisites).map((one) => [one])]
  const seen = new Set<string>()
  for (let path = way.shift(); path !== undefined; path = way.shift()) {
    const last = path.at(-1) ?? ''
    if (last === key)
      return [
        { path: 'prerequisites', message: `The flag would be its own prerequisite: ${[key, ...path].join(' → ')}.` },
      ]
    if (seen.has(last)) continue
    seen.add(last)
    const next = Object.hasOwn(flags, last) ? flags[last]?.prerequisites : undefined
    for (const one of keysOf(next)) way.push([...path, one])
  }
  return []
}

function keysOf(prerequisites: unknown): string[] {
  if (!Array.isArray(prerequisites)) return []
  return prerequisites.flatMap((one) => (isRecord(one) && typeof one['key'] === 'string' ? [one['key']] : []))
}
