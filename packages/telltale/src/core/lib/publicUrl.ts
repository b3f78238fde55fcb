import { attempt } from './attempt.ts'

/** Names of parameters whose value opens or proves something, or says who somebody is. `code` is that of a sign-in. */
const SECRET =
  /^(code|auth|sig|sid|otp|pwd|pass|jwt|ticket)$|token|secret|password|credential|session|signature|assertion|saml|api_?key|hash|mail/i
/** Of the query, of the fragment or of a part of the path. A name ends where another may begin: else `???…` takes the square of its length. */
const PARAMETER = /([?#&;]([^=?#&;]+)=)([^&#]*)/g
/** An address of e-mail, or what was signed. From its delimiter on: from anywhere it would take the square of the length. */
const PERSONAL = /([/?#&=])(?:[^/?#&=]+(?:@|%40)[^/?#&=]+|eyJ[\w-]+\.[\w.-]+)/gi
/** In how many addresses within one another it is looked. What is deeper is not shown at all. */
const DEPTH = 3

/** A page's address as others may see it: without secrets, and without addresses of e-mail. */
export const publicUrl = (url: string, depth = DEPTH): string =>
  url
    .replace(PARAMETER, (...[, start = '', name = '', value = '']: string[]) =>
      SECRET.test(name) ? start : start + publicValue(value, depth),
    )
    .replace(PERSONAL, '$1')

/** Of a parameter, which may be an address itself, as where to go after a sign-in. */
function publicValue(value: string, depth: number): string {
  const within = attempt(
    () => decodeURIComponent(value),
    () => value,
  )
  if (!within.includes('=')) return value
  const shown = depth > 0 ? publicUrl(within, depth - 1) : ''
  return shown === within ? value : encodeURIComponent(shown)
}
