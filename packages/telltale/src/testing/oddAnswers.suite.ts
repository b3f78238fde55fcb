import type { HttpOutcome, HttpRequest, Transport } from '../core/ports/transport.ts'
import type { FakePlatform } from './fakePlatform.ts'

/** What a server, or a proxy before it, may answer in the place of what was asked for. */
export interface OddAnswer {
  title: string
  /** 200 when absent. A redirect is not followed. */
  status?: number
  /** JSON when absent; `null`: none. */
  type?: string | null
  /** Makes the body of what a good server would answer. */
  body(good: string): string | Uint8Array
  /** What the connection does in the body. */
  end?: 'hangs' | 'breaks'
}

export interface OddBody {
  title: string
  body(good: string): string | Uint8Array
}

const LEVELS = 100_000
const MEGABYTE = 1_048_576
const utf16 = (text: string) => new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le'))
const utf8 = (text: string) => new Uint8Array(Buffer.from(text))

/** Bodies of which nothing can be read. */
export const UNREADABLE_BODIES: readonly OddBody[] = [
  { title: 'nothing', body: () => '' },
  { title: 'blanks', body: () => ' \n ' },
  { title: 'one word', body: () => 'ok' },
  { title: 'a sentence', body: () => 'Down for maintenance' },
  { title: 'a page', body: () => '<!doctype html><title>Sign in</title>' },
  { title: 'a part of the answer', body: (good) => good.slice(0, -2) },
  { title: 'the answer twice', body: (good) => good + good },
  { title: 'the answer with single quotes', body: (good) => good.replaceAll('"', "'") },
  { title: 'the answer behind a guard against inclusion', body: (good) => `)]}',\n${good}` },
  { title: 'the answer in UTF-16', body: utf16 },
  { title: 'the answer in UTF-16 without a mark', body: (good) => utf16(good).slice(2) },
  { title: 'a megabyte of letters', body: () => 'x'.repeat(MEGABYTE) },
  { title: 'a NUL', body: () => '\0' },
  { title: 'the answer behind a NUL', body: (good) => `\0${good}` },
  { title: 'lists that are nested deeply and not closed', body: () => '['.repeat(LEVELS) },
  { title: 'objects that are nested deeply and not closed', body: () => '{"a":'.repeat(LEVELS) },
]

/** JSON that is no object. */
export const OTHER_JSON: readonly OddBody[] = [
  ...['null', 'true', 'false', '0', '42', '-1e999', '"ok"', '""', '[null]'].map((text) => ({
    title: `the JSON ${text}`,
    body: () => text,
  })),
  { title: 'a list with the answer', body: (good) => `[${good}]` },
  { title: 'the answer as a text in JSON', body: (good) => JSON.stringify(good) },
  { title: 'lists that are nested deeply', body: () => '['.repeat(LEVELS) + ']'.repeat(LEVELS) },
]

/** JSON objects that say something else. */
export const OTHER_OBJECTS: readonly OddBody[] = [
  { title: 'an object with a message', body: () => '{"message":"maintenance"}' },
  { title: 'an object with an error', body: () => '{"error":{"code":503},"status":"error"}' },
  { title: 'the answer in an envelope', body: (good) => `{"data":${good},"ok":true}` },
  { title: 'an object that is nested deeply', body: () => '{"a":'.repeat(LEVELS) + '1' + '}'.repeat(LEVELS) },
  { title: 'an object with a field __proto__ only', body: (good) => `{"__proto__":${good}}` },
]

/** The answer with something beside it that changes nothing. */
export const GOOD_BODIES: readonly OddBody[] = [
  { title: 'a mark of UTF-8 before it', body: (good) => utf8(`\uFEFF${good}`) },
  { title: 'blanks around it', body: (good) => `\r\n  ${good}\n` },
  ...[
    ['a field __proto__', '"__proto__":{"isAdmin":true}'],
    ['a field constructor', '"constructor":{"prototype":{"isAdmin":true}}'],
    ['a number of 64 bits', '"more":9223372036854775807'],
    ['a number without an end', '"more":1e999'],
    ['half of a surrogate pair', String.raw`"more":"\ud800"`],
    ['a NUL in a text', String.raw`"more":"\u0000"`],
    ['an empty key', '"":""'],
    ['a field that is null', '"more":null'],
  ].map(([title = '', field = '']) => ({ title, body: (good: string) => `${good.slice(0, -1)},${field}}` })),
]

/** The good answer in a response that is odd. */
export const ODD_STATUSES: readonly OddAnswer[] = [
  ...[204, 205].map((status) => ({ title: `status ${status}`, status, body: () => '' })),
  ...[203, 206, 226, 299].map((status) => ({ title: `status ${status} with the answer`, status, body: same })),
  ...[300, 304].map((status) => ({ title: `status ${status}`, status, body: () => '' })),
  ...[301, 302, 303, 307, 308].map((status) => ({ title: `a redirect (${status})`, status, body: () => '' })),
  ...[500, 502, 503, 504, 520, 599].map((status) => ({
    title: `status ${status} with a page`,
    status,
    type: 'text/html',
    body: () => '<html>',
  })),
]

/** A connection that does not bring the whole answer. A transport makes `undefined` of a body that cannot be read. */
export const BROKEN_CONNECTIONS: readonly OddAnswer[] = [
  { title: 'an answer that never ends', body: same, end: 'hangs' },
  { title: 'an answer that is cut off', body: same, end: 'breaks' },
]

export const ODD_TYPES: readonly OddAnswer[] = [
  ...[null, '', 'text/plain', 'text/html', 'application/octet-stream', 'nonsense'].map((type) => ({
    title: `the type ${type ?? 'absent'}`,
    type,
    body: same,
  })),
]

function same(good: string) {
  return good
}

const REDIRECTS = [301, 302, 303, 307, 308]

/** Answers as a browser would, with the bytes decoded as `fetch` does: as UTF-8, whatever the type says. */
function outcomeOf({ status = 200, type = 'application/json', body, end }: OddAnswer, good: string): HttpOutcome {
  if (REDIRECTS.includes(status)) return { outcome: 'redirect' }
  const given = body(good)
  const text = new TextDecoder().decode(typeof given === 'string' ? Buffer.from(given) : given)
  return {
    outcome: 'response',
    status,
    header: (name) => (name.toLowerCase() === 'content-type' ? (type ?? undefined) : undefined),
    async text() {
      if (end === 'hangs') return new Promise(() => {})
      return end === 'breaks' ? undefined : text
    },
    async *chunks() {
      yield text
      if (end === 'hangs') await new Promise(() => {})
    },
  }
}

export interface OddServer {
  /** Part of the addresses to which it answers. */
  at: string
  /** What a good server answers: JSON. */
  good: string
  /** Its answer now. Without one it answers well. */
  odd?: OddAnswer | undefined
  requests: HttpRequest[]
}

/** Lets a platform ask this server. A request that is aborted ends at once, as in the browser. */
export function answerFrom(server: OddServer, platform: FakePlatform): void {
  const { transport } = platform
  const send: Transport['send'] = async (request) => {
    if (!request.url.includes(server.at)) return transport.send(request)
    server.requests.push(request)
    const { odd } = server
    const outcome = outcomeOf(odd ?? { title: 'good', body: same }, server.good)
    const { signal } = request
    if (outcome.outcome !== 'response' || odd?.end !== 'hangs' || !signal) return outcome
    const aborted = new Promise<undefined>((resolve) => signal.addEventListener('abort', () => resolve(undefined)))
    return { ...outcome, text: () => Promise.race([outcome.text(), aborted]) }
  }
  Object.assign(platform, { transport: { ...transport, send } })
}

/** Notes what would appear in the page as an unhandled rejection. */
export function watchRejections() {
  const rejections: unknown[] = []
  const note = (reason: unknown) => void rejections.push(reason)
  process.on('unhandledRejection', note)
  return {
    async end() {
      await new Promise((resolve) => setImmediate(resolve))
      process.off('unhandledRejection', note)
      return rejections
    },
  }
}
