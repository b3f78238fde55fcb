import { hashText } from '../core/lib/hashText.ts'
import { isRecord, parseJson, writeJson } from '../core/lib/json.ts'
import type { Json } from '../core/model/json.ts'
import { isText } from '../core/model/promotion.ts'
import type { LibraryStep, StepHost } from '../core/stepHost.ts'
import { type Detector, DETECTORS } from './detectors.ts'

/** What `redact` replaces, and by what. */
export interface RedactOptions {
  /** Names of what is found: all of them when absent. Your own detectors are added. */
  readonly detectors?: readonly (string | Detector)[] | undefined
  /** Names of properties whose values are never kept, in addition to those such as `password` and `token`. */
  readonly names?: readonly string[] | undefined
  /**
   * `mask` replaces what is found by its name, such as `[email]`. `hash` adds a digest with the salt, so that equal values stay equal. `drop`
   * leaves out the property. `mask` when absent.
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
/** The words of a name whose value grants access, in nine languages. */
const SECRET =
  /(?:passwor[td]|kennwort|wachtwoord|contraseña|palavra-passe|hasło|d.ordine|(?:^|[^\p{L}])(?:pass(?:wd|phrase|code|e)?|pwd|pin|cvc|cvv|t?otp|mfa|secret|token|jwt|api[_-]?key|auth|authorization|credentials?|sess(?:ion)?[_-]?id|sid|cookie|sig(?:nature)?|iban|ssn|clave|senha)(?!\p{L})|パスワード|密码)/iu
/** Names of what is said about a secret. */
const ABOUT = /(?:type|expir\w*|count|length|name|reset|valid)$/i
/** A name before a value in a text: `token=…`, `"password": "…"`. */
const NAMED = /([\p{L}\p{N}_’-]{1,40})["'\\]{0,4}\s{0,3}[:=]\s{0,3}["'\\„“«]{0,4}/gu
const VALUE = /(?:(?:bearer|basic|digest)\s{1,3})?[^\s"'\\„“”«»&;,}<>`[\]]{3,}/iy
/** Nearly no text has one of these. */
const SUSPICIOUS = /[@%=:+]|\d[\d ()/.-]{5}|[\w-]{20}|eyJ|_live_|_test_|-----| basic|bearer/i
/** What an encoding may be within: a part of a path, a name or a value of a query, a word. */
const PART = /[^\s"'<>?&=#;/]+/g
const ENCODED = /%[\da-f]{2}/i
/** A plus is a space in a query. */
const SPACED = /[\p{L}\p{N}]\+/u
const MASK = /^\[[\w:-]+\]/

/** The words of a name. */
const wordsOf = (name: string) => name.replace(/([a-z])([A-Z])/g, '$1-$2')

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
  const known = new Map<string, { readonly isHidden: boolean; readonly isPlain: boolean }>()
  /** Few names stand before all values. */
  function nameOf(name: string) {
    const before = known.get(name)
    if (before) return before
    const isHidden = hidden.has(name.toLowerCase()) || (SECRET.test(wordsOf(name)) && !ABOUT.test(name))
    const found = { isHidden, isPlain: isQuick && !SUSPICIOUS.test(name) }
    if (known.size < NAMES) known.set(name, found)
    return found
  }
  const maskOf = (name: string, found: string) =>
    mode === 'hash' ? `[${name}:${hashText(salt + found, 0)}]` : `[${name}]`

  return (given, tell = () => {}) => {
    let isFound = false
    /** The names of the properties on the way to what is being read. */
    const place: string[] = []
    function mark(name: string, found: string) {
      isFound = true
      tell(name, place.join('.'))
      return maskOf(name, found)
    }

    function ofText(text: string, depth = DEPTH): string {
      if (isQuick && !SUSPICIOUS.test(text)) return text
      if (depth <= 0) return mark('nested', text)
      if (/^\s*[{[]/.test(text)) {
        const value = parseJson(text) as Json | undefined
        if (value !== undefined) {
          const clean = ofValue(value, depth - 1)
          return clean === value ? text : writeJson(clean)
        }
      }
      /** What is within an encoding, if something is found there. */
      const opened = (part: string, decoded: string) => {
        const shown = decoded === part ? part : ofText(decoded, depth - 1)
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
          return isValid?.(found) === false ? whole : whole.replace(found, () => mark(name, found))
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
        if (index < end || !nameOf(name).isHidden) continue
        VALUE.lastIndex = at
        const value = VALUE.exec(text)?.[0]
        if (value === undefined || MASK.test(value)) continue
        clean += text.slice(end, at) + mark('secret', value)
        end = at + value.length
      }
      return clean + text.slice(end)
    }

    function ofValue(value: Json, depth = DEPTH): Json {
      if (typeof value === 'string') return ofText(value, depth)
      if (typeof value === 'number') {
        // A number of a card may be no text.
        const text = Math.abs(value) > 1e11 ? String(value) : ''
        const clean = ofText(text, depth)
        return clean === text ? value : clean
      }
      if (Array.isArray(value)) {
        const list = value.map((one) => ofValue(one, depth))
        return list.every((one, at) => one === value[at]) ? value : list
      }
      if (!isRecord(value)) return value
      let isSame = true
      const entries: [string, Json][] = []
      for (const [name, one] of Object.entries(value as Readonly<Record<string, Json>>)) {
        const before = isFound
        isFound = false
        const { isHidden, isPlain } = nameOf(name)
        const key = isPlain ? name : ofText(name, depth)
        place.push(key)
        const clean = isHidden && isKept(one) ? mark('secret', String(one)) : ofValue(one, depth)
        place.pop()
        const isDropped = isFound && mode === 'drop' && !isRecord(one)
        isFound ||= before
        if (key !== name || clean !== one) isSame = false
        if (!isDropped) entries.push([key, clean])
      }
      return isSame ? value : Object.fromEntries(entries)
    }

    return ofValue(given) as typeof given
  }
}

/** Your own ones first, then those of the library that are wanted. */
function detectorsOf(given: RedactOptions['detectors'] = []): readonly Detector[] {
  const wanted = given.filter((one) => typeof one === 'string')
  const unknown = wanted.find((one) => !DETECTORS.some(({ name }) => name === one))
  if (unknown !== undefined) throw new Error(`Telltale cannot start. redact() has no detector "${unknown}". (T191)`)
  const own = given.filter((one) => typeof one !== 'string')
  const all = own.map((one) => ({ ...one, pattern: new RegExp(one.pattern, one.pattern.flags.replace('g', '') + 'g') }))
  return [...all, ...DETECTORS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))]
}

/** Whether a value under the name of a secret may be one: a flag such as `token: true`, or a mask, says nothing. */
const isKept = (value: Json) =>
  typeof value === 'string' ? value !== '' && !MASK.test(value) : typeof value === 'number'

function decode(text: string): string {
  return text.replaceAll('+', ' ').replace(/(?:%[\da-f]{2})+/gi, (run) => {
    try {
      return decodeURIComponent(run)
    } catch {
      return run
    }
  })
}

/**
 * A step that replaces what must not be kept, such as e-mail addresses, tokens and the numbers of cards, in the names, properties, titles
 * and addresses of all events, before anything is on the device. In development, a finding is reported once, with its place and never with
 * its text.
 *
 * @example
 * ```ts
 * events: { steps: [redact({ names: ['customer_note'] })] },
 * ```
 */
export function redact(options: RedactOptions = {}): LibraryStep {
  const clean = redactor(options)
  const told = new Set<string>()
  let warn: StepHost['warn'] | undefined
  return {
    name: 'redact',
    start(layer) {
      warn = layer.warn
      return () => (warn = undefined)
    },
    '~redact': (value, where) =>
      clean(value, (name, path) => {
        const place = path === '' ? where : `${where}.${path}`
        if (told.has(place)) return
        told.add(place)
        warn?.(`A value that looks like ${name} was replaced in ${place}. (T192)`)
      }),
  }
}
