/** Levels of lists and objects in each other. More than anybody writes, and fewer than whatever gets the value can bear. */
const MAX_DEPTH = 100

export function parseJson(text: string): Parsed<unknown> {
  try {
    const value: unknown = JSON.parse(withoutMark(text))
    return isDeeper(value, MAX_DEPTH)
      ? invalid(`It is nested in more than ${MAX_DEPTH} levels.`)
      : { outcome: 'ok', value }
  } catch (error) {
    return invalid(`It is not JSON: ${error instanceof Error ? error.message : String(error)}.`)
  }
}

/** What came of reading a text: a value, or sentences that say what is wrong with it. */
export type Parsed<T> =
  { readonly outcome: 'ok'; readonly value: T } | { readonly outcome: 'invalid'; readonly problems: readonly string[] }

export function invalid(...problems: readonly string[]): {
  readonly outcome: 'invalid'
  readonly problems: readonly string[]
} {
  return { outcome: 'invalid', problems }
}

/** The text without the byte order mark that some editors put before it. */
export function withoutMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  for (const one of Array.isArray(value) ? value : Object.values(value)) if (isDeeper(one, levels - 1)) return true
  return false
}
