import { parse, type ParseError } from 'jsonc-parser'

/** The deepest nesting of lists and objects. Deeper than any hand-written file, and shallow enough for recursive code. */
const MAX_DEPTH = 100

export function parseJson(text: string): Parsed<unknown> {
  try {
    const value: unknown = JSON.parse(withoutByteOrderMark(text))
    return isDeeper(value, MAX_DEPTH)
      ? invalid(`It is nested more than ${MAX_DEPTH} levels deep.`)
      : { outcome: 'ok', value }
  } catch (error) {
    return invalid(`It is not JSON: ${reasonOf(error)}, at ${placeOf(withoutByteOrderMark(text))}.`)
  }
}

/** What V8 says, without its position, which it says in characters, in a quotation, or not at all. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.replace(
    / in JSON at position [^]*$| \(line \d+ column \d+\)$|, (\.\.\.)?"[^]*" is not valid JSON$/,
    '',
  )
}

/** The line and the column of the first mistake in a text that is not JSON, both counted from 1. */
function placeOf(text: string): string {
  const errors: ParseError[] = []
  try {
    parse(text, errors, { disallowComments: true })
  } catch {
    return 'a place that is nested too deeply to be found'
  }
  const before = text.slice(0, errors[0]?.offset ?? text.length).split('\n')
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`
}

/** The result of reading a text: a value, or sentences that describe what is wrong with it. */
export type Parsed<T> =
  | { readonly outcome: 'ok'; readonly value: T }
  | { readonly outcome: 'invalid'; readonly problems: readonly string[] }

export function invalid(...problems: readonly string[]): {
  readonly outcome: 'invalid'
  readonly problems: readonly string[]
} {
  return { outcome: 'invalid', problems }
}

/** The text without the byte order mark that some editors write at the start. */
export function withoutByteOrderMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  for (const one of Array.isArray(value) ? value : Object.values(value)) if (isDeeper(one, levels - 1)) return true
  return false
}
