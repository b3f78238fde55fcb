import { attempt } from './attempt.ts'

/**
 * The names of parameters whose value grants access, proves something or identifies a person. Short words count only where
 * they stand alone: `key` is in `keyword`, and `pass` in `compass`. `code` is the code of a sign-in.
 */
const SECRET =
  /(?:^|[^a-z])(?:code|keys?|o?auth|sig|sid|sess|t?otp|mfa|pwd?|pass|pin|jwt|ticket|refresh|iban|tel|(?:tele)?phone)(?![a-z])|token|secret|pass(?:w|code|phrase)|credential|sess(?:ion|id)|signature|assertion|authoriz|bearer|saml|apikey|hash|mail/i
/** Names that have such a word and no such value. */
const ORDINARY = /(?:country|currency|lang|language|zip|post|postal|area|error|status).code$|.type$/i
/** The part of a path before the proof in a link that somebody was sent, and the name of the parameter that holds it. */
const PROVES = /token|passw|reset|magic|invit|verif|confirm|activat|recover|share(?!h)|\blocked/i
/** A part of a path, or a value, that is no word. */
const OPAQUE = /^(?=.*\d).{6}|.{20}/
const SEGMENT = /\/([^/?#&=]+)/g
/**
 * A parameter in the query, in the fragment or in a part of the path. A name ends where another name may begin.
 * Otherwise `???…` would take time quadratic in its length.
 */
const PARAMETER = /([?#&;]([^=?#&;]+)=)([^&#]*)/g
/**
 * An e-mail address, a telephone number with the code of its country, or a signed token. The match starts at a delimiter. If it could start anywhere, it would take time
 * quadratic in the length.
 */
const PERSONAL = /([/?#&=])(?:[^/?#&=]+(?:@|%(?:25)*40)[^/?#&=]+|(?:\+|%(?:25)*2b)\d{7}[^/?#&=]*|eyJ[\w-]+\.[\w.-]+)/gi
/** The number of encodings and of nested addresses that are checked. Anything deeper is removed completely. */
const DEPTH = 4

/** Returns the address of a page without secrets and e-mail addresses. */
export function publicUrl(url: string, depth = DEPTH): string {
  let before = ''
  return url
    .replace(PARAMETER, (...[, start = '', name = '', value = '']: string[]) => {
      const words = wordsOf(name)
      const isSecret = (SECRET.test(words) && !ORDINARY.test(words)) || isProof(words, value)
      return isSecret ? start : start + publicValue(value, depth)
    })
    .replace(PERSONAL, '$1')
    .replace(SEGMENT, (all, segment: string) => {
      const shown = isProof(before, segment) ? '/' : all
      before = wordsOf(segment)
      return shown
    })
}

const isProof = (name: string, value: string) => PROVES.test(name) && OPAQUE.test(decode(value))

/** Decodes what can be decoded. */
const decode = (text: string) =>
  text.replace(/(?:%[\da-f]{2})+/gi, (run) =>
    attempt(
      () => decodeURIComponent(run),
      () => run,
    ),
  )

/** The words of a name, which may be encoded several times, and may have line breaks. */
const wordsOf = (name: string) =>
  decode(decode(decode(name)))
    .replace(/\s/g, '')
    .replace(/([a-z])([A-Z])/g, '$1-$2')

/**
 * Returns the public value of a parameter. The value may be JSON, or an address itself, such as the page to open after a
 * sign-in, and may be encoded again.
 */
function publicValue(value: string, depth: number): string {
  // Nearly all values: nothing can be encoded or nested in them.
  if (/^[\w-]*$/.test(value)) return value
  const within = decode(value)
  if (/[{"]/.test(within) && SECRET.test(wordsOf(within))) return ''
  const isNested = within === value || within.includes('=')
  if (depth <= 0) return ''
  // The value may begin with the name of a parameter.
  const shown = isNested ? publicUrl(`?${within}`, depth - 1).slice(1) : publicValue(within, depth - 1)
  return shown === within ? value : encodeURIComponent(shown)
}
