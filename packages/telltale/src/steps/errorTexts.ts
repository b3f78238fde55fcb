import { shortUrl } from '../core/lib/url.ts'

/** A part of a text that may be an address. */
const WORD = /[^\s"'`<>()]+/g
/** What is before a query and a fragment, and the line and the column after them. */
const ADDRESS = /^([^?#]*?)(?:[?#].*?)?((?::\d{1,7}:\d{1,7})?)$/s
/** A file of code, whose whole address a source map needs. */
const SCRIPT = /\.(?:[cm]?[jt]sx?|vue|svelte)(?::\d+)?$/
const MAIL = /[^@:;,=/]{1,64}@[^@:;,=/]+\.[a-z]{2,}/gi
/** Code or a file in an address. */
const DATA = /^(.*\bdata:).*,.*?((?::\d{1,7}:\d{1,7})?)$/s

/** Returns a text without e-mail addresses, and with its addresses as far as they say where something is: no query, and no part of a path that may be an id. */
export const publicText = (text: string): string =>
  text.replace(WORD, (word) => {
    const short = word.replace(DATA, '$1$2')
    return short.includes('/') ? publicAddress(short) : withoutMail(short)
  })

const withoutMail = (text: string) => text.replace(MAIL, '[email]')

function publicAddress(word: string): string {
  const [, address = '', place = ''] = ADDRESS.exec(word) ?? []
  if (SCRIPT.test(address)) return address + place
  if (address.includes('://')) return shortUrl(address.replace(/\/\/[^/]*@/, '//')) + place
  return (address.startsWith('/') ? shortUrl(`x://x${address}`).slice(5) : withoutMail(address)) + place
}

/** The longest message in a fingerprint, in words, and how many frames it has. */
const FRAMES = 3
/** What differs between two errors of one kind: quoted texts, addresses, and words with a digit. */
const VARIES = /"[^"]*"|'[^']*'|`[^`]*`|[“„«][^”“»]*[”“»]|\S*[\d/@]\S*|\[email\]/g
/** The function and the address of a frame, in V8 (`at run (https://…)`) and elsewhere (`run@https://…`). */
const FRAME = /^(?:at (?:(?:async |new )*(.*?) \()?|(.*?)@)?(.*?)\)?$/

/** What stays the same of a message. */
export const stableMessage = (message: string) => message.replace(VARIES, '').replace(/\s+/g, ' ').trim()

/**
 * The functions and the files of the first frames, without lines, columns, folders and hashes of a build. Names that a build has shortened
 * are others in the next one: they are left out.
 */
export const stableFrames = (frames: readonly string[]): string[] =>
  frames.slice(0, FRAMES).map((frame) => {
    const [, name = '', other = name, address = ''] = FRAME.exec(frame) ?? []
    const called = /[\w$]{3,}$/.exec(other.replace(/\/?<$| \[as .*/, ''))?.[0] ?? ''
    const file = address.replace(/(?::\d+)+$/, '').replace(/^.*\//s, '')
    return `${called} ${file.replace(/[-.~_][\w-]{8,}(?=\.\w+$)/, '')}`
  })
