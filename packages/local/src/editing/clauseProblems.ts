import type { Problem } from '../protocol/problem.ts'
import { isRecord } from '../json/isRecord.ts'
import { OPERATORS, operatorProblem } from '../flags/operators.ts'

/** The problems of one condition of a rule. `path` is its place in the flag. */
export function clauseProblems(clause: unknown, path: string, segments: ReadonlySet<string>): Problem[] {
  if (!isRecord(clause)) return [{ path, message: 'A condition must be an object.' }]
  const { attribute, op, values, contextKind, negate } = clause
  const problems: Problem[] = []
  const report = (field: string, message: string) => void problems.push({ path: `${path}.${field}`, message })
  const unknown = operatorProblem(op)
  if (unknown !== undefined) {
    report('op', unknown)
    return problems
  }
  // A segment condition tests the whole context and needs no attribute.
  if (op !== 'segmentMatch' && (typeof attribute !== 'string' || attribute === ''))
    report('attribute', 'Name the attribute that is compared.')
  if (negate !== undefined && typeof negate !== 'boolean') report('negate', 'It must be true or false.')
  if (contextKind !== undefined && (typeof contextKind !== 'string' || !/^(?!kind$)[\w.-]+$/.test(contextKind)))
    report('contextKind', 'A context kind may only have letters, digits, ".", "_" and "-", and must not be "kind".')
  if (!Array.isArray(values) || values.length === 0) {
    report('values', 'Give at least one value to compare with.')
    return problems
  }
  for (const [index, value] of values.entries()) {
    const wrong = OPERATORS[op as string]?.(value)
    if (wrong !== undefined) report(`values[${index}]`, `${op} needs ${wrong}.`)
    else if (op === 'segmentMatch' && !segments.has(value as string))
      report(`values[${index}]`, `There is no segment ${JSON.stringify(value)}.`)
  }
  return problems
}
