/** The longest text of a value in a line. */
const MAX_LINE = 120

/** A value as a line of JSON. */
export function jsonLine(value: unknown): string {
  const text = JSON.stringify(value) ?? 'none'
  return text.length > MAX_LINE ? `${text.slice(0, MAX_LINE)}…` : text
}

/** The longest text of a value that is shown whole: more would make the page slow. */
const MAX_TEXT = 20_000

/** A value as JSON over several lines. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value, null, 2) ?? 'none'
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}\n… ${text.length - MAX_TEXT} characters more` : text
}
