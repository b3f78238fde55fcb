import { shortUrl } from '../core/lib/url.ts'

/** How much of a text is read, in characters. What is at its end may be a part of a secret that is as long as an e-mail address. */
const READ = 8_000
const SECRET = 320

/** An `@` in a query or a form. */
const AT = /%(25)*40/g
const MAIL = /[^\s"'-),/:-@`]{1,64}@[^\s"'-),/:-@`]+\.[\p{L}%]{2,}/gu
/** A word, or an address, which may have quotes and brackets after its first slash or in its query. */
const WORD = /[^\s"'`<>()/?#]*(\/[^\s"<>]*|[?#][^\s"<>/?#=]*=[^\s"<>]*)?/g
/** Of an address: its scheme, its host without a user, its path, and what is after its query and its fragment: the line and the column, and the end of a sentence. */
const ADDRESS =
  /^(?:([^/?#]*:\\?\/\\?\/)(?:[^/?#]*@)?([^/?#]*))?([^?#]*?)(?:[?#].*?)?((:\d{1,7}:\d{1,7})?['-.;`]{0,3})$/s
/** A file of code, whose whole address a source map needs. */
const SCRIPT = /\.([cm]?[jt]sx?|vue|svelte)$/

/** Cuts a text, but no letter into halves. */
export const cut = (text: string, end: number): string => text.slice(0, end).replace(/\p{Cs}$/u, '')

/** Returns the beginning of a text without e-mail addresses, and with its addresses as far as they say where something is: no user, no query, and no part of a path that may be an id. */
export function publicText(text: string): string {
  const clean = text
    .slice(0, READ)
    .replace(AT, '@')
    .replace(WORD, (word, rest) => {
      const [, scheme = '', host = '', path = '', end = ''] = ADDRESS.exec(word) ?? []
      return rest ? scheme + host + (SCRIPT.test(path) ? path : shortUrl(`///${path}`).slice(3)) + end : word
    })
    .replace(MAIL, '[email]')
  return text.length > READ ? cut(clean, -SECRET) : clean
}

/** How many frames a fingerprint has. */
const FRAMES = 3
/** How much is read of each, in characters. */
const LENGTH = 500
/** What differs between two errors of one kind: quoted texts, which no apostrophe begins or ends, addresses, and words with a digit. */
const VARIES = /\B((["'`]).*?\2|[‘-„«].*?[‘-„»])\B|\S*[\d/@]\S*/gs
/**
 * What is another one in the next build: folders, hashes in the names of files, numbers of lines and columns, and short names. A hash has eight characters, or more of
 * them without a dash, and is hexadecimal, has a digit, or has a capital letter that begins no word.
 */
const OF_BUILD =
  /([^\s(@]*\/|[-.~_])((?=[\da-f]+\.|[\w-]*(\d|[A-Z][a-z]?[^a-z]))([\w-]{8}|\w{8,})(?=\.[\w.]+[: ]))?|\b(async|new|\d+|[\w$]{1,2})\b|[^\w$]+/g

/** What stays the same of an error from one build to the next: its message, and the functions and the files of the first frames. */
export const stableText = (message: string, frames: readonly string[]) =>
  [message.replace(VARIES, ''), ...frames.slice(0, FRAMES)]
    .map((text) => text.slice(0, LENGTH).replace(OF_BUILD, ''))
    .join('\n')
