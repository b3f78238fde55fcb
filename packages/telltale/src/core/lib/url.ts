import { attempt } from './attempt.ts'

/**
 * The names of parameters whose value grants access, proves something or identifies a person. `code` is the code of a
 * sign-in.
 */
const SECRET =
  /^(code|auth|sig|sid|otp|pwd|pass|jwt|ticket)$|token|secret|password|credential|session|signature|assertion|saml|api_?key|hash|mail/i
/**
 * A parameter in the query, in the fragment or in a part of the path. A name ends where another name may begin.
 * Otherwise `???…` would take time quadratic in its length.
 */
const PARAMETER = /([?#&;]([^=?#&;]+)=)([^&#]*)/g
/**
 * An e-mail address, or a signed token. The match starts at a delimiter. If it could start anywhere, it would take time
 * quadratic in the length.
 */
const PERSONAL = /([/?#&=])(?:[^/?#&=]+(?:@|%40)[^/?#&=]+|eyJ[\w-]+\.[\w.-]+)/gi
/** The number of nested addresses that are checked. Anything deeper is removed completely. */
const DEPTH = 3

/** Returns the address of a page without secrets and e-mail addresses. */
export const publicUrl = (url: string, depth = DEPTH): string =>
  url
    .replace(PARAMETER, (...[, start = '', name = '', value = '']: string[]) =>
      SECRET.test(name) ? start : start + publicValue(value, depth),
    )
    .replace(PERSONAL, '$1')

/**
 * Returns the public value of a parameter. The value may be an address itself, such as the page to open after a
 * sign-in.
 */
function publicValue(value: string, depth: number): string {
  const within = attempt(
    () => decodeURIComponent(value),
    () => value,
  )
  if (!within.includes('=')) return value
  const shown = depth > 0 ? publicUrl(within, depth - 1) : ''
  return shown === within ? value : encodeURIComponent(shown)
}

/** Whether a request to `url`, which may be relative, has the same origin as the page at `pageUrl`. */
export function isSameOrigin(url: string, pageUrl: string): boolean {
  try {
    return new URL(url, pageUrl).origin === new URL(pageUrl).origin
  } catch {
    return false
  }
}

/** Removes the slashes at the end of a base address, so that a path can be appended. */
export const trimSlashes = (base: string): string => base.replace(/\/+$/, '')
