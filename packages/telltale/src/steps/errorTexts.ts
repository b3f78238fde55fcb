import { shortUrl } from '../core/lib/url.ts'

const MAIL = /[^\s"'`<>()@:;,=/]{1,64}@[^\s"'`<>()@:;,=/]+\.[a-z]{2,}/gi
/** What may be an address. */
const WORD = /[^\s"'`<>()]+/g
/** What is before a query and a fragment, and the line and the column after them. */
const ADDRESS = /^([^?#]*?)(?:[?#].*?)?((?::\d{1,7}:\d{1,7})?)$/s
/** A file of code, whose whole address a source map needs. */
const SCRIPT = /\.([cm]?[jt]sx?|vue|svelte)$/

/** Returns a text without e-mail addresses, and with its addresses as far as they say where something is: no query, and no part of a path that may be an id. */
export const publicText = (text: string): string =>
  text.replace(MAIL, '[email]').replace(WORD, (word) => {
    if (!word.includes('/')) return word
    const [, address = '', place = ''] = ADDRESS.exec(word) ?? []
    if (SCRIPT.test(address)) return address + place
    return (address.includes('://') ? shortUrl(address) : shortUrl(`x:///${address}`).slice(5)) + place
  })

/** How many frames a fingerprint has. */
const FRAMES = 3
/** How much is read of each, in characters. */
const LENGTH = 500
/** What differs between two errors of one kind: quoted texts, addresses, and words with a digit. */
const VARIES = /(["'`]).*?\1|[“„«].*?[”“»]|\S*[\d/@]\S*/gs
/** Folders, hashes of a build, lines and columns, and short names, which a build has made: they are others in the next one. */
const OF_BUILD = /[^\s(@]*\/|[-.~_][\w-]{8,}(?=\.\w+:)|:\d+|\b(?:async|new|[\w$]{1,2})\b|[^\w$]+/g

/** What stays the same of an error from one build to the next: its message, and the functions and the files of the first frames. */
export const stableText = (message: string, frames: readonly string[]) =>
  [message.replace(VARIES, ''), ...frames.slice(0, FRAMES)]
    .map((text) => text.slice(0, LENGTH).replace(OF_BUILD, ''))
    .join('\n')
