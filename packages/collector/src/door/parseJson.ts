/** A JSON object: neither null nor an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The deepest nesting of lists and objects: shallow enough for recursive code, and for the JSON functions of databases. */
const MAX_DEPTH = 100

export type ParsedJson =
  | { readonly outcome: 'ok'; readonly value: unknown }
  | { readonly outcome: 'invalid'; readonly problem: string }

/** Parses JSON whose texts go into a database. The result has no NUL and no lone surrogate, in keys neither. */
export function parseJson(text: string): ParsedJson {
  try {
    const value: unknown = JSON.parse(cleaned(text))
    if (isDeeper(value, MAX_DEPTH))
      return { outcome: 'invalid', problem: `The body is nested more than ${MAX_DEPTH} levels deep.` }
    return { outcome: 'ok', value }
  } catch {
    // What the engine says would quote the body.
    return { outcome: 'invalid', problem: 'The body is not JSON.' }
  }
}

/** A pair of surrogates; one alone or a NUL, which is found; any other escape. */
const ESCAPES = /\\u[dD][89abAB]..\\u[dD][c-fC-F]..|(\\u(?:[dD][89a-fA-F]..|0000))|\\[^]/g

/**
 * Replaces each NUL and each lone surrogate by U+FFFD. In JSON that was decoded from UTF-8, both can only occur as escapes. Databases
 * refuse them, or end a text at them.
 */
function cleaned(text: string): string {
  return text.includes('\\u') ? text.replace(ESCAPES, (escape, wrong) => (wrong ? '\ufffd' : escape)) : text
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  for (const one of Array.isArray(value) ? value : Object.values(value)) if (isDeeper(one, levels - 1)) return true
  return false
}
