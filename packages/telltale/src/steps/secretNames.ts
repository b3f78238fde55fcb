import { FLAG_PREFIX } from '../core/model/flagPrefix.ts'

/** What a name says of its value: that it grants access, that it may, or nothing. */
export type Secrecy = 'secret' | 'likely' | 'none'

/** The words of a name whose value grants access, in nine languages. */
const SECRET =
  /passw[oö]r[td]|kennw[oö]rt|wachtwoord|contraseña|has(?:ł[oa]|eł)|parol[ae].d.ordine|d[’']ordine|(?:secret|token|jwt)s?(?!\p{L})|(?:^|[^\p{L}])(?:passe(?!s)|passwd|passphrase|passcode|pwd|cvc|cvv|t?otp|ssn|credential|senha|(?:api|private|signing|encryption).?key|(?:recovery|backup).?code)s?(?!\p{L})|パスワード|密码/iu
/** Words that have other meanings, too: a pin on a map, the answer about cookies. */
const LIKELY =
  /(?:^|[^\p{L}])(?:pass(?:es)?|pins?|ibans?|auth(?:orization)?|cookies?|sig(?:nature)?s?|mfa|sess(?:ion)?.?ids?|sids?|access.?keys?|claves?)(?!\p{L})/iu
/** Names of what is said about a secret. */
const ABOUT =
  /(?:type|kind|expir\p{L}*|count|length|size|name|reset|valid|status|state|method|strength|policy|required|enabled|changed|provider|version|visible)$|[^\p{L}](?:age|at|in|date|time|page|field|form|error|manager)$/iu
/** The text below a name that may have a secret. Others below it have names of their own. */
const VALUE = /^(?:value|code|data|raw|text|old|new)$/i

/** The words of a name. */
const wordsOf = (name: string) => name.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1-')

export function secrecyOf(name: string): Secrecy {
  const words = wordsOf(name)
  // A flag is named for what it switches.
  if (name.startsWith(FLAG_PREFIX)) return 'none'
  if (ABOUT.test(words)) return 'none'
  return SECRET.test(words) ? 'secret' : LIKELY.test(words) ? 'likely' : 'none'
}

/** Whether a value has what the name above its object says. */
export const isValueName = (name: string) => VALUE.test(name)

/** Whether a number below a name says how many there are. */
export const isCount = (name: string) => /tokens$/i.test(name)

const WORD = /^(?:[\p{L}\p{M}]{1,20}|\p{L}{1,5}\d{1,3}|\d)$/u
const MOST_DIGITS = 3

/** Whether a text is made of words, as people and programs write them: `accepted`, `oauth2`, `RSA-SHA256`, `consentGiven`, a date. */
export function isPlain(text: string): boolean {
  if (/^(?:\d{1,3}|\d{4}-\d\d-\d\d(?:T[\d:.]+Z?)?)$/.test(text)) return true
  if (/^bearer\s+\S{8}/i.test(text) || text.replace(/\D/g, '').length > MOST_DIGITS) return false
  return (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).every((word) => WORD.test(word) && isCased(word))
}

/** Whether capital letters begin words. In what is drawn by chance, the case changes with nearly each letter. */
function isCased(word: string): boolean {
  const parts = wordsOf(word).split('-').length
  return parts < 3 || word.length >= parts * 4
}
