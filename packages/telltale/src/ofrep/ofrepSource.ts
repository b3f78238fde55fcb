import { REDIRECTS, isPermanentStatus, type PlainHttp, type PlainResult } from '../core/http/http.ts'
import { attempt } from '../core/lib/attempt.ts'
import { isRecord, parseJson, parseRecord, writeJson } from '../core/lib/json.ts'
import { isThenable } from '../core/lib/thenable.ts'
import { writable, type Watchable } from '../core/lib/readable.ts'
import type { FlagAnswer, FlagChanges, FlagFailure, FlagSource } from '../flags/flagSource.ts'
import { codeOf, type Evaluation, readEvaluation } from './readEvaluation.ts'

/** Headers by their names. */
export type OfrepHeaders = Readonly<Record<string, string>>

/** The server. */
export interface OfrepServer {
  /** Its address, without a slash at the end. */
  readonly url: string
  /** Returns a whole address, by default with the origin of the server. `undefined` if there is none of these parts. */
  resolve(path: string, origin?: string): string | undefined
  readonly headers?: OfrepHeaders | (() => OfrepHeaders | undefined | PromiseLike<OfrepHeaders | undefined>) | undefined
}

/** The flags of one context, and what the code that follows changes needs to know of them. */
export interface OfrepSource extends FlagSource {
  /** What the latest answer says. `undefined` before the first one. */
  readonly latest: Watchable<Evaluation | undefined>
  /** Whether the flags have been requested. */
  isAsked(): boolean
  /** Says why flags are requested next: by the query of a message of the stream; without one, the server is to send all flags. */
  because(query?: string): void
}

export type FollowSource = (source: OfrepSource, on: FlagChanges, signal: AbortSignal) => void

interface Needs {
  server: OfrepServer
  http: PlainHttp
  report(problem: string): void
  follow: FollowSource
}

/** The source of the flags of one context. */
export function ofrepSource(context: object, { server, http, report, follow }: Needs): OfrepSource {
  const body = writeJson({ context })
  const latest = writable<Evaluation | undefined>(undefined)
  let isAsked = false
  let etag = ''
  let query = ''
  let reported = ''

  async function ask(signal: AbortSignal): Promise<FlagAnswer> {
    isAsked = true
    const given = attempt<unknown>(
      () => (typeof server.headers === 'function' ? server.headers() : server.headers),
      () => null,
    )
    // Headers that are there are not awaited: the request of a page goes before anything else.
    const own = isThenable(given)
      ? await given.then(
          (headers) => headers,
          () => null,
        )
      : given
    if (own !== undefined && !isRecord(own)) return failed('headers has thrown, rejected or returned no object')
    const cause = query
    const answer = await http({
      url: `${server.url}/ofrep/v1/evaluate/flags${cause}`,
      method: 'POST',
      headers: {
        ...(own as OfrepHeaders | undefined),
        'Content-Type': 'application/json',
        ...(etag && { 'If-None-Match': etag }),
      },
      body,
      noStore: true,
      alsoSuccess: (status) => status === 304 || status === 400,
      signal,
    })
    const known = latest.get()
    if (answer.status === 304 && known) return taken(known, cause)
    const text = answer.outcome === 'success' ? await answer.text() : ''
    const evaluation = answer.status === 200 && readEvaluation(parseJson(text ?? ''), server.resolve)
    if (!evaluation) return failure(answer, text)
    etag = (answer.outcome === 'success' && answer.header('ETag')) || ''
    return taken(evaluation, cause)
  }

  function taken(evaluation: Evaluation, cause: string): FlagAnswer {
    // A message that has come meanwhile is the cause of the next request.
    if (query === cause) query = ''
    const [first, ...more] = evaluation.errors
    const problem = first ? `"${first[0]}"${more[0] ? ` and ${more.length} more` : ''}: ${first[1]}` : ''
    if (problem && problem !== reported)
      report(`The flag server could not evaluate ${problem}. Readers have their fallbacks. (T207)`)
    reported = problem
    latest.set(evaluation)
    return { flags: evaluation.flags }
  }

  const source: OfrepSource = {
    latest,
    isAsked: () => isAsked,
    because(message = '') {
      query = message
      if (!message) etag = ''
    },
    fetch: ask,
    follow: (on, signal) => follow(source, on, signal),
  }
  return source
}

const failed = (reason: string, more?: Partial<FlagFailure>): FlagFailure => ({
  error: new Error(`The flag server has sent no flags: ${reason}. (T206)`),
  ...more,
})

/** Errors of the context, with which every request for it fails. */
const OF_CONTEXT = ['INVALID_CONTEXT', 'TARGETING_KEY_MISSING', 'PARSE_ERROR']

/** Why there are no flags. Never contains what else the server has sent. */
function failure(answer: PlainResult, text: string | undefined): FlagFailure {
  const { status, outcome } = answer
  if (outcome === 'redirect') return failed(`the address ${REDIRECTS}`)
  if (!status) return failed('no answer, because it is down, or does not allow requests of this page (CORS)')
  if (status === 200) return failed('the answer is not that of the protocol')
  if (status === 401 || status === 403) return failed(`status ${status}. Check headers`, { isPermanent: true })
  const body = parseRecord(status === 400 ? text : '')
  const code = body['errorCode'] ? codeOf(body) : ''
  const reason = code ? `status ${status}: ${code}` : `status ${status}`
  return failed(reason + (status === 404 ? '. Check url' : ''), {
    isPermanent: isPermanentStatus(status) || OF_CONTEXT.includes(code),
    retryAfterMs: outcome === 'success' ? 0 : answer.retryAfterMs,
  })
}
