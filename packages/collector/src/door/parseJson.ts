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
    if (hasLostDigits(text))
      return {
        outcome: 'invalid',
        problem: 'The body has a whole number beyond 2^53, which would be rounded. Send it as a text.',
      }
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

/** Fewer digits than this are never rounded. */
const MANY_DIGITS = 16
const WHOLE = /^-?\d+$/
const [QUOTE, BACKSLASH] = ['"'.charCodeAt(0), '\\'.charCodeAt(0)]
const isDigit = (code: number) => code >= 48 && code <= 57
const isOfNumber = (code: number) => isDigit(code) || '+-.eE'.includes(String.fromCharCode(code))

/** Whether so many digits stand in a row. One in so many characters is then a digit, and nearly all texts are done with after these. */
function hasManyDigits(text: string): boolean {
  for (let index = MANY_DIGITS - 1; index < text.length; index += MANY_DIGITS) {
    let [first, end] = [index, index]
    while (isDigit(text.charCodeAt(first - 1))) first -= 1
    while (isDigit(text.charCodeAt(end))) end += 1
    if (end - first >= MANY_DIGITS) return true
  }
  return false
}

/** Whether the text, which is JSON, has a whole number that JSON would write with other digits than these. */
function hasLostDigits(text: string): boolean {
  if (!hasManyDigits(text)) return false
  let isInText = false
  // Not by a regular expression: a text may be as long as the body.
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (isInText && code === BACKSLASH) index += 1
    else if (code === QUOTE) isInText = !isInText
    else if (!isInText && isDigit(code)) {
      const start = index
      while (isOfNumber(text.charCodeAt(index + 1))) index += 1
      const number = text.slice(start, index + 1)
      if (number.length >= MANY_DIGITS && WHOLE.test(number) && String(Number(number)) !== number) return true
    }
  }
  return false
}
