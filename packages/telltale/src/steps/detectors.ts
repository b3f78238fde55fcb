import { attempt } from '../core/lib/attempt.ts'
import { isText } from '../core/model/promotion.ts'

/** Finds something that must not be kept in a text. */
export interface Detector {
  /** What the mask says: `[email]`. */
  readonly name: string
  /** Its flags `g` and `y` do not matter. Its first group is what is found, or the whole match without one. Its time must be linear in the length of the text. */
  readonly pattern: RegExp
  /** Whether it is one, when the pattern cannot say so. */
  readonly isValid?: (found: string) => boolean
}

/** Between the digits of a number as people write it. */
const GAP = String.raw`[\s\u00a0()./-]{0,3}`
/** The words before a telephone number without the code of its country, in ten languages. */
const CALL =
  '(?:^|[^\\p{L}])(?:t[eé]l(?!l)|phone|fon|mobi|m[oó]vil|cell|celular|fax|gsm|handy|call|ring|ruf|anruf|appele|num[eé]ro|ll[aá]m|lig(?:ue|a)|chiam|bel(?!\\p{L})|z?a?dzwo|kom[oó]rk|portable)|电话|手机|電話|携帯'

/** Each begins with a character that few texts have, or is bounded, so that no text takes time that is quadratic in its length. */
const DETECTORS: readonly Detector[] = [
  {
    name: 'private-key',
    pattern: /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^-]*(?:-----END [A-Z ]{0,30}-----)?/g,
  },
  { name: 'jwt', pattern: /(?:^|[^\w-])(eyJ[\w-]{8,}\s?\.\s?[\w-]{8,}(?:\s?\.\s?[\w-]*)?)/g },
  { name: 'token', pattern: /\b(?:bearer|basic)[\s:]+([\w.~+/-]{8,}=*)/gi, isValid: isOpaque },
  {
    name: 'key',
    pattern:
      /\b(?:[srpw]k_(?:live|test)_\w{10,}|whsec_\w{10,}|gh[opsru]_\w{20,}|github_pat_\w{20,}|xox[a-z]-[\w-]{10,}|A[KS]IA[A-Z\d]{16}|AIza[\w-]{30,}|glpat-[\w-]{15,}|npm_\w{30,}|SG\.[\w-]{15,}\.[\w-]{15,}|sk-[\w-]{20,}|ya29\.[\w-]{20,}|hf_\w{20,}|shp(?:at|ss|ca|pa)_\w{20,})/g,
  },
  {
    name: 'email',
    pattern: /[\p{L}\p{N}._%+'&*-]{1,64}\s?@\s?[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){0,4}\.\p{L}{2,24}/gu,
    isValid: (found) => !/@\s?\d+x\./.test(found),
  },
  { name: 'iban', pattern: /\b[A-Z]{2}\d{2}(?:[ -]?[A-Z\d]{4}){2,7}(?:[ -]?[A-Z\d]{1,3})?\b/gi, isValid: isIban },
  { name: 'card', pattern: /\d(?:[ \u00a0.-]?\d){11,}/g, isValid: isCard },
  { name: 'phone', pattern: new RegExp(String.raw`(?:^|[^\p{L}\d])(\+[1-9](?:${GAP}\d){7,14})`, 'gu') },
  {
    name: 'phone',
    pattern: new RegExp(String.raw`(?:${CALL})[^\d\n]{0,24}?(\(?\d(?:${GAP}\d){6,13})(?!\d)`, 'giu'),
    isValid: isNational,
  },
  { name: 'phone', pattern: /(?:^|[^\d ] ?)(00[1-9]\d{0,2}[ -]\d(?:[ -]?\d){6,11})(?!\d)/g },
  { name: 'secret', pattern: /(?:^|[^\w%-]|%[\da-f]{2})([\w-]{20,}={0,2})/gi, isValid: isRandom },
  // In an address it grants access. Elsewhere it is a commit or a trace.
  { name: 'secret', pattern: /(?:[/#]|[?&#][^\s=/?&#]{0,40}=)([\da-f]{32,})(?![\w-])/gi, isValid: hasLetters },
]

/** The own ones first, then those of the library that are wanted: all of them, if none is named. @throws if one is wrong */
export function detectorsOf(given: readonly (string | Detector)[] = []): readonly Detector[] {
  const wanted = given.filter((one) => typeof one === 'string')
  const unknown = wanted.find((one) => !DETECTORS.some(({ name }) => name === one))
  if (unknown !== undefined) throw new Error(`Telltale cannot start. redact() has no detector "${unknown}". (T191)`)
  const own = given.filter((one) => typeof one !== 'string').map(ownDetector)
  return [...own, ...DETECTORS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))]
}

function ownDetector(given: Detector): Detector {
  const { name, pattern, isValid } = (given ?? {}) as Partial<Detector>
  if (!isText(name) || !(pattern instanceof RegExp))
    throw new Error('Telltale cannot start. A detector of redact() needs a name and a pattern. (T193)')
  // One that throws has not said that it is none. A sticky pattern would find something only where the last finding has ended.
  return {
    name,
    pattern: new RegExp(pattern, `${pattern.flags.replace(/[gy]/g, '')}g`),
    ...(isValid && { isValid: (found) => attempt(() => isValid(found)) !== false }),
  }
}

const digitsOf = (text: string) => text.replace(/\D/g, '')

/** The first digits and the lengths of cards. */
const CARD =
  /^(?:4(?:\d{12}|\d{15}|\d{18})|(?:5[1-5]|2[2-7])\d{14}|(?:5[06-8]|6\d)\d{13,17}|3[47]\d{13}|3[068]\d{12}|35\d{14})$/
/** The groups that the number of a card may have, with one before and one behind it. */
const GROUPS = 7

/** Other numbers may stand before and behind it. */
function isCard(found: string): boolean {
  const groups = found.split(/[ \u00a0.-]/)
  return groups.some((_, from) =>
    groups
      .slice(from, from + GROUPS)
      .some((__, length) => isCardNumber(groups.slice(from, from + length + 1).join(''))),
  )
}

/** With Luhn's check digit. */
function isCardNumber(digits: string): boolean {
  if (!CARD.test(digits)) return false
  let sum = 0
  for (let at = 0; at < digits.length; at += 1) {
    const digit = Number(digits[digits.length - 1 - at])
    sum += at % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)
  }
  return sum % 10 === 0
}

/** ISO 13616: the rest of the division by 97 is 1. The word that follows may look like its last group. */
function isIban(found: string): boolean {
  const groups = found.split(/[ -]/)
  return groups.some((_, at) => restOf(groups.slice(0, at + 1).join('')) === 1)
}

function restOf(text: string): number {
  let rest = 0
  for (const sign of text.slice(4) + text.slice(0, 4)) rest = Number(`${rest}${parseInt(sign, 36)}`) % 97
  return text.length > 14 ? rest : 0
}

/** A national number begins with a zero or a bracket, or has groups. Others of its length are those of articles. */
function isNational(found: string): boolean {
  return /^\(?0|\d\D+\d/.test(found) || /^(?:\d{9,10}|1[3-9]\d{9})$/.test(found)
}

/** Whether what follows "Bearer" is no word. */
function isOpaque(found: string): boolean {
  return /\d|[a-z][A-Z]|=/.test(found)
}

/** Digits alone are those of an article. */
function hasLetters(found: string): boolean {
  return /[a-f]/i.test(found)
}

export const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i

/** Whether a word looks drawn by chance: letters of both cases and digits change often, in one long part. */
function isRandom(found: string): boolean {
  if (/^[\da-f]+$/i.test(found)) return false
  const digits = digitsOf(found).length
  if (UUID.test(found) || digits > found.length * 0.7) return false
  if (!/[a-z]/.test(found) || !/[A-Z]/.test(found) || !/[^_-]{10}/.test(found)) return false
  const changes = found.match(/[a-z](?=[A-Z\d])|[A-Z](?=[a-z\d])|\d(?=[a-zA-Z])/g)?.length ?? 0
  // The words of a name have few digits, and change less often.
  return changes >= found.length * (digits > 1 ? 0.32 : 0.45)
}
