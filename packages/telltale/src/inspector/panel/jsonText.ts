import { attempt } from '../../core/lib/attempt.ts'

/** The longest text of a value in a line. */
const MAX_LINE = 120
/** The longest text of a value that is shown whole: more would make the page slow. */
const MAX_TEXT = 20_000

/** A value as a line of JSON. */
export function jsonLine(value: unknown): string {
  const text = written(value)
  return text.length > MAX_LINE ? `${text.slice(0, MAX_LINE)}…` : text
}

/** A value as JSON over several lines. */
export function jsonText(value: unknown): string {
  const text = written(value, 2)
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}\n… ${text.length - MAX_TEXT} characters more` : text
}

/** A value that is nested thousands of levels deep has no text: `JSON.stringify` runs out of stack. */
const written = (value: unknown, indent?: number) =>
  attempt(
    () => JSON.stringify(value, null, indent) ?? 'none',
    () => 'nested too deeply to be shown',
  )
