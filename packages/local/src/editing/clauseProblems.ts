import type { Problem } from '../console/consoleMessage.ts'
import { isRecord } from '../json/isRecord.ts'

/** The type of value that each operator requires: the rules of the vendor's evaluator. */
const OPERATORS: Readonly<Record<string, (value: unknown) => string | undefined>> = {
  in: () => undefined,
  endsWith: text,
  startsWith: text,
  contains: text,
  matches: pattern,
  lessThan: number,
  lessThanOrEqual: number,
  greaterThan: number,
  greaterThanOrEqual: number,
  before: time,
  after: time,
  semVerEqual: version,
  semVerLessThan: version,
  semVerGreaterThan: version,
  segmentMatch: text,
}

/** The problems of one condition of a rule. `path` is its place in the flag. */
export function clauseProblems(clause: unknown, path: string, segments: ReadonlySet<string>): Problem[] {
  if (!isRecord(clause)) return [{ path, message: 'A condition must be an object.' }]
  const { attribute, op, values, contextKind, negate } = clause
  const problems: Problem[] = []
  const say = (field: string, message: string) => void problems.push({ path: `${path}.${field}`, message })
  if (typeof op !== 'string' || !Object.hasOwn(OPERATORS, op)) {
    say('op', `There is no operator ${JSON.stringify(op)}. The operators are ${Object.keys(OPERATORS).join(', ')}.`)
    return problems
  }
  // A segment condition tests the whole context and needs no attribute.
  if (op !== 'segmentMatch' && (typeof attribute !== 'string' || attribute === ''))
    say('attribute', 'Name the attribute that is compared.')
  if (negate !== undefined && typeof negate !== 'boolean') say('negate', 'It must be true or false.')
  if (contextKind !== undefined && (typeof contextKind !== 'string' || !/^(?!kind$)[\w.-]+$/.test(contextKind)))
    say('contextKind', 'A context kind may only have letters, digits, ".", "_" and "-", and must not be "kind".')
  if (!Array.isArray(values) || values.length === 0) {
    say('values', 'Give at least one value to compare with.')
    return problems
  }
  for (const [index, value] of values.entries()) {
    const wrong = OPERATORS[op]?.(value)
    if (wrong !== undefined) say(`values[${index}]`, `${op} needs ${wrong}.`)
    else if (op === 'segmentMatch' && !segments.has(value as string))
      say(`values[${index}]`, `There is no segment ${JSON.stringify(value)}.`)
  }
  return problems
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? undefined : 'a string'
}

function number(value: unknown): string | undefined {
  return typeof value === 'number' ? undefined : 'a number'
}

function time(value: unknown): string | undefined {
  const isTime = typeof value === 'number' || (typeof value === 'string' && !Number.isNaN(Date.parse(value)))
  return isTime ? undefined : 'a time in milliseconds since 1970, or like "2026-11-21T12:00:00Z"'
}

function version(value: unknown): string | undefined {
  return typeof value === 'string' && /^\d+(\.\d+){0,2}([-+].+)?$/.test(value) ? undefined : 'a version like "2.1.0"'
}

function pattern(value: unknown): string | undefined {
  if (typeof value !== 'string') return 'a regular expression'
  try {
    return RegExp(value) && undefined
  } catch {
    return 'a valid regular expression'
  }
}
