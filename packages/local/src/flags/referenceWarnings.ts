import { closest } from '../text/closest.ts'
import type { Clause, ServerFlag, ServerSegment } from './serverFlag.ts'

type Flags = Readonly<Record<string, ServerFlag>>
type Segments = Readonly<Record<string, ServerSegment>>

/** A sentence for each segment and each prerequisite that is named and does not exist: its rule or its flag never matches. */
export function referenceWarnings(flags: Flags, segments: Segments): string[] {
  const [missingFlag, missingSegment] = [missingIn('flag', flags), missingIn('segment', segments)]
  const inClauses = (rules: readonly { readonly clauses?: readonly Clause[] }[], path: string) =>
    rules.flatMap(({ clauses = [] }, rule) =>
      clauses.flatMap(({ op, values }, clause) =>
        op === 'segmentMatch'
          ? values.flatMap((key, index) =>
              missingSegment(key, `${path}.rules[${rule}].clauses[${clause}].values[${index}]`),
            )
          : [],
      ),
    )
  return [
    ...Object.entries(flags).flatMap(([key, { rules, prerequisites }]) => [
      ...inClauses(rules, `flags.${key}`),
      ...prerequisites.flatMap((one, index) => missingFlag(one.key, `flags.${key}.prerequisites[${index}].key`)),
    ]),
    ...Object.entries(segments).flatMap(([key, { rules = [] }]) => inClauses(rules, `segments.${key}`)),
  ]
}

/** Returns a function that reports a key that is not among these. */
function missingIn(what: 'flag' | 'segment', known: Flags | Segments) {
  return (key: unknown, path: string): string[] => {
    if (Object.hasOwn(known, String(key))) return []
    const meant = closest(String(key), Object.keys(known))
    return [`${path}: There is no ${what} ${JSON.stringify(key)}.${meant ? ` Did you mean "${meant}"?` : ''}`]
  }
}
