import { closest } from '../text/closest.ts'

/** The type of value that each operator requires: the rules of the vendor's evaluator. */
export const OPERATORS: Readonly<Record<string, (value: unknown) => string | undefined>> = {
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

/** A sentence if there is no such operator. */
export function operatorProblem(op: unknown): string | undefined {
  if (typeof op === 'string' && Object.hasOwn(OPERATORS, op)) return undefined
  const names = Object.keys(OPERATORS)
  const meant = typeof op === 'string' ? closest(op, names) : undefined
  const help = meant ? `Did you mean "${meant}"?` : `The operators are ${names.join(', ')}.`
  return `There is no operator ${JSON.stringify(op)}. ${help}`
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
