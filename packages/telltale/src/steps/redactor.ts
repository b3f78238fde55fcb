import { hashText } from '../core/lib/hashText.ts'
import { isRecord, parseJson, writeJson } from '../core/lib/json.ts'
import type { Json } from '../core/model/json.ts'
import { isText } from '../core/model/promotion.ts'
import { type Detector, detectorsOf, UUID } from './detectors.ts'
import { isCount, isPlain, isValueName, type Secrecy, secrecyOf } from './secretNames.ts'

/** What `redact` replaces, and by what. */
export interface RedactOptions {
  /** Names of what is found: all of them when absent. Your own detectors are added. */
  readonly detectors?: readonly (string | Detector)[] | undefined
  /** Names of properties whose values are never kept, in addition to those such as `password` and `token`. */
  readonly names?: readonly string[] | undefined
  /**
   * `mask` replaces what is found by its name, such as `[email]`. `hash` adds a digest with the salt, so that equal values stay equal. `drop`
   * leaves out the property, or its place in a list; what is in no property is masked. `mask` when absent.
   */
  readonly mode?: 'mask' | 'hash' | 'drop' | undefined
  /** For `hash`: a text of your application that nobody else knows. */
  readonly salt?: string | undefined
}

/** Returns a value without what must not be kept. The same object if there is nothing. */
export type Redact = <T extends Json>(value: T, found?: (name: string, path: string) => void) => T

/** How many encodings, and how many texts with JSON within one another, are opened. */
const DEPTH = 6
/** How many names of properties are remembered. */
const NAMES = 500
/** A name before a value in a text: `token=…`, `"password": "…"`. */
const NAMED = /((?:\p{L}{2,10}\s(?=key|code|id))?[\p{L}\p{N}_’-]{1,40})["'\\]{0,4}\s{0,3}[:=]\s{0,3}["'\\„“«]{0,4}/giu
/** A word, or a list or an object with a text or a number. */
const VALUE =
  /(?:(?:bearer|basic|digest)\s{1,3})?[^\s"'\\„“”«»&;,{}<>`[\]]{3,}|[[{](?=[^\]}]{0,1000}["'\d])[^\]}]{1,1000}[\]}]?/iy
/** Nearly no text has one of these. */
const SUSPICIOUS = /[@%=:+]|\d[\d ()/.-]{5}|[\w-]{20}|eyJ|_live_|_test_|-----| basic|bearer/i
/** What an encoding may be within: a part of a path, a name or a value of a query, a word. */
const PART = /[^\s"'<>?&=#;/]+/g
const ENCODED = /%[\da-f]{2}/i
/** A plus is a space in a query. */
const SPACED = /[\p{L}\p{N}]\+/u

/** Makes the function that removes what must not be kept from any value that JSON can hold. @throws if an option is wrong */
export function redactor({ detectors, names = [], mode = 'mask', salt = '' }: RedactOptions = {}): Redact {
  if (!/^(?:mask|hash|drop)$/.test(mode))
    throw new Error('Telltale cannot start. Set mode of redact() to mask, hash or drop. (T189)')
  if (mode === 'hash' && !isText(salt))
    throw new Error('Telltale cannot start. The mode hash of redact() needs a salt. (T190)')
  const all = detectorsOf(detectors)
  /** A pattern of the application may be of any text. */
  const isQuick = !detectors?.some((one) => typeof one !== 'string')
  const hidden = new Set(names.map((name) => name.toLowerCase()))
  const known = new Map<string, { readonly secrecy: Secrecy; readonly isPlainName: boolean }>()
  /** Few names stand before all values. */
  function nameOf(name: string) {
    const before = known.get(name)
    if (before) return before
    const secrecy = hidden.has(name.toLowerCase()) ? 'secret' : secrecyOf(name)
    const found = { secrecy, isPlainName: isQuick && !SUSPICIOUS.test(name) }
    if (known.size < NAMES) known.set(name, found)
    return found
  }
  const maskOf = (name: string, found: string) =>
    mode === 'hash' ? `[${name}~${hashText(salt + found, 0)}]` : `[${name}]`
  const masks = new Set(['secret', 'nested', ...all.map(({ name }) => name)])
  const isMask = (text: string) => masks.has(/^\[(.+?)(?:~\w+)?\]$/.exec(text)?.[1] ?? '')

  /** A flag such as `token: true`, a mask, or nothing is no secret, whatever its name says. */
  function isSecret(value: Json, name: string, secrecy: Secrecy): boolean {
    if (secrecy === 'none' || value === null) return false
    if (typeof value === 'object') return Object.keys(value).length > 0
    const text = `${value}`
    if (/^(?:true|false|null|undefined)?$/.test(text) || isMask(text)) return false
    if (typeof value === 'number' && isCount(name)) return false
    return secrecy === 'secret' || !isPlain(text)
  }

  return (given, tell = () => {}) => {
    /** The names of the properties on the way to what is being read. */
    const place: string[] = []
    /** How many more encodings are opened. */
    let depth = DEPTH
    function mark(name: string, found: string) {
      tell(name, place.join('.'))
      return maskOf(name, found)
    }

    function inside<T>(read: () => T): T {
      depth -= 1
      const result = read()
      depth += 1
      return result
    }

    function ofText(text: string): string {
      if (isQuick && (!SUSPICIOUS.test(text) || UUID.test(text))) return text
      if (depth <= 0) return mark('nested', text)
      if (/^\s*[{[]/.test(text)) {
        const value = parseJson(text) as Json | undefined
        if (value !== undefined) {
          const clean = inside(() => ofValue(value))
          return clean === value ? text : writeJson(clean)
        }
      }
      /** What is within an encoding, if something is found there. */
      const opened = (part: string, decoded: string) => {
        const shown = decoded === part ? part : inside(() => ofText(decoded))
        return shown === decoded ? part : shown
      }
      let clean = ofNamed(
        ENCODED.test(text)
          ? text.replace(PART, (part) => (ENCODED.test(part) ? opened(part, decode(part)) : part))
          : text,
      )
      for (const { name, pattern, isValid } of all)
        clean = clean.replace(pattern, (whole: string, group: unknown) => {
          const found = typeof group === 'string' ? group : whole
          return found === '' || isValid?.(found) === false ? whole : whole.replace(found, () => mark(name, found))
        })
      if (!SPACED.test(clean)) return clean
      return clean.replace(PART, (part) => (SPACED.test(part) ? opened(part, part.replaceAll('+', ' ')) : part))
    }

    /** A text without the values that stand after the name of a secret. */
    function ofNamed(text: string): string {
      let clean = ''
      let end = 0
      for (const { 0: whole, 1: name = '', index } of text.matchAll(NAMED)) {
        const at = index + whole.length
        const { secrecy } = nameOf(name)
        if (index < end || secrecy === 'none') continue
        VALUE.lastIndex = at
        const value = VALUE.exec(text)?.[0]
        if (value === undefined || !isSecret(/^\d+$/.test(value) ? Number(value) : value, name, secrecy)) continue
        clean += text.slice(end, at) + mark('secret', value)
        end = at + value.length
      }
      return clean + text.slice(end)
    }

    /** `undefined`: it is left out. */
    function ofEntry(value: Json, name: string, secrecy: Secrecy): Json | undefined {
      const isLeaf = typeof value !== 'object'
      // Below another name than that of a secret, each text is judged by itself.
      const clean =
        (isLeaf || secrecy === 'secret') && isSecret(value, name, secrecy)
          ? mark('secret', typeof value === 'string' ? value : writeJson(value))
          : ofValue(value, secrecy)
      return mode === 'drop' && clean !== value && (isLeaf || typeof clean !== 'object') ? undefined : clean
    }

    function ofValue(value: Json, secrecy: Secrecy = 'none'): Json {
      if (typeof value === 'string') return ofText(value)
      if (typeof value === 'number') {
        // A number of a card may be no text.
        const text = Math.abs(value) > 1e11 ? String(value) : ''
        const clean = ofText(text)
        return clean === text ? value : clean
      }
      if (Array.isArray(value)) {
        const list = value.map((one) => ofEntry(one, '', secrecy))
        return list.every((one, at) => one === value[at]) ? value : list.filter((one) => one !== undefined)
      }
      if (!isRecord(value)) return value
      let isSame = true
      const entries: [string, Json][] = []
      for (const [name, one] of Object.entries(value as Readonly<Record<string, Json>>)) {
        const own = nameOf(name)
        const key = own.isPlainName ? name : ofText(name)
        place.push(key)
        const isInherited = own.secrecy === 'none' && isValueName(name)
        const clean = ofEntry(one, name, isInherited ? secrecy : own.secrecy)
        place.pop()
        if (key !== name || clean !== one) isSame = false
        if (clean !== undefined && (mode !== 'drop' || key === name)) entries.push([key, clean])
      }
      return isSame ? value : Object.fromEntries(entries)
    }

    return ofValue(given) as typeof given
  }
}

function decode(text: string): string {
  return text.replaceAll('+', ' ').replace(/(?:%[\da-f]{2})+/gi, (run) => {
    try {
      return decodeURIComponent(run)
    } catch {
      return run
    }
  })
}
