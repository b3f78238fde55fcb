/** Names of parameters whose value opens or proves something, or says who somebody is. `code` is that of a sign-in. */
const SECRET = /^code$|token|secret|password|session|signature|api_?key|hash|mail/i
/** Of the query or of the fragment. */
const PARAMETER = /([?#&]([^=&#]+)=)[^&#]*/g
/** An address of e-mail, or what was signed. From its delimiter on: from anywhere it would take the square of the length. */
const PERSONAL = /([/?#&=])(?:[^/?#&=]+(?:@|%40)[^/?#&=]+|eyJ[\w-]+\.[\w.-]+)/gi

/** A page's address as others may see it: without secrets, and without addresses of e-mail. */
export const publicUrl = (url: string): string =>
  url
    .replace(PARAMETER, (all: string, start: string, name: string) => (SECRET.test(name) ? start : all))
    .replace(PERSONAL, '$1')
