/** The deepest nesting of lists and objects. Deeper than any hand-written file, and shallow enough for recursive code. */
const MAX_DEPTH = 100

export function parseJson(text: string): Parsed<unknown> {
  try {
    const value: unknown = JSON.parse(withoutByteOrderMark(text))
    return isDeeper(value, MAX_DEPTH)
      ? invalid(`It is nested more than ${MAX_DEPTH} levels deep.`)
      : { outcome: 'ok', value }
  } catch (error) {
    return invalid(`It is not JSON: ${error instanceof Error ? error.message : String(error)}.`)
  }
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
