import { attempt } from './attempt.ts'

/** Whether the value is a JSON object: neither null nor an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Parses JSON. Returns `undefined` when the text is not JSON, for example when a proxy answers with a page of its own.
 */
export const parseJson = (text: string): unknown => attempt<unknown>(() => JSON.parse(text))

/** Parses a JSON object. Returns an empty object when the text is absent or is not a JSON object. */
export function parseRecord(text: string | undefined): Record<string, unknown> {
  const parsed = parseJson(text ?? '')
  return isRecord(parsed) ? parsed : {}
}

/** Whether both are the same JSON by value, in any order of the keys of an object and at any depth. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true
  // A list of pairs in place of recursion: the JSON of a server may be nested more deeply than the stack allows.
  const pairs = [[a, b]]
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    const [left, right] = pair as [Record<string, unknown>, Record<string, unknown>]
    if (left === right) continue
    if (typeof left !== 'object' || typeof right !== 'object' || !left || !right) return false
    const keys = Object.keys(left)
    if (Array.isArray(left) !== Array.isArray(right) || keys.length !== Object.keys(right).length) return false
    for (const key of keys) {
      if (!Object.hasOwn(right, key)) return false
      pairs.push([left[key], right[key]])
    }
  }
  return true
}

/**
 * Returns the type of a JSON value or of an option. Like `typeof`, but with `array`, `null` and `NaN` as types of their
 * own.
 */
export function typeName(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isNaN(value) ? 'NaN' : typeof value
}
