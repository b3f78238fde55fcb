import { isShallow } from '../../core/lib/json.ts'

/** The longest text of a value in a line. */
const MAX_LINE = 120
/** The longest text of a value that is shown whole: more would make the page slow. */
const MAX_TEXT = 20_000
/** What is nested more deeply is cut off: `JSON.stringify` would run out of stack. */
const MAX_LEVELS = 50

/** The lines of values that are shown again and again. */
const known = new WeakMap<object, string>()

/** A value as a line of JSON. */
export function jsonLine(value: unknown): string {
  if (typeof value !== 'object' || value === null) return lineOf(value)
  const line = known.get(value) ?? lineOf(value)
  known.set(value, line)
  return line
}

function lineOf(value: unknown): string {
  const text = JSON.stringify(cut(value)) ?? 'none'
  return text.length > MAX_LINE ? `${text.slice(0, MAX_LINE)}…` : text
}

/** A value as JSON over several lines. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(cut(value), null, 2) ?? 'none'
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}\n… ${text.length - MAX_TEXT} characters more` : text
}

const cut = (value: unknown) => (isShallow(value, MAX_LEVELS) ? value : cutBelow(value, MAX_LEVELS))

function cutBelow(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (levels === 0) return '… nested more deeply'
  if (Array.isArray(value)) return value.map((one) => cutBelow(one, levels - 1))
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, cutBelow(one, levels - 1)]))
}
