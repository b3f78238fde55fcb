import { REDIRECTS, type Http, isPermanentStatus } from '../core/http/http.ts'
import { parseJson } from '../core/lib/json.ts'
import type { HttpRequest } from '../core/ports/transport.ts'
import type { CachedFlags } from './flagCache.ts'
import { flagError, type FlagErrorKind } from './flagErrors.ts'
import { readFlags } from './readFlag.ts'

/** The timeout of a poll, including the body of the answer, in milliseconds. */
const REQUEST_TIMEOUT_MS = 10_000
/** [spec] RFC 9110 §15.4.5: the flags are those of the entity tag. */
const NOT_MODIFIED = 304

export interface PollFailure {
  error: Error
  isPermanent: boolean
  /** How long the service has asked to wait (`Retry-After`), in milliseconds. */
  retryAfterMs: number
  flags?: undefined
}

export interface Poll {
  request: HttpRequest
  /** The cached flags of the entity tag in the request. */
  known: CachedFlags | undefined
}

/** Requests the flags once. Never rejects. */
export async function pollFlags(
  { request, known, hint }: Poll & { hint: string },
  http: Http,
  signal: AbortSignal,
): Promise<CachedFlags | PollFailure> {
  const answer = await http({ ...request, signal, timeoutMs: REQUEST_TIMEOUT_MS, alsoSuccess: known && NOT_MODIFIED })
  const { status } = answer
  const failed = (message: string, kind: FlagErrorKind = 'FlagFetch'): PollFailure => ({
    error: flagError(kind, message),
    isPermanent: isPermanentStatus(status),
    retryAfterMs: 'retryAfterMs' in answer ? answer.retryAfterMs : 0,
  })
  // The vendor's message, with a more helpful explanation in its parentheses.
  if (answer.outcome === 'timeout') return failed('network error (no answer within 10 seconds) (T87)')
  if (answer.outcome === 'redirect') return failed(`the address ${REDIRECTS} (T92)`)
  if (!status) return failed(`network error (no network, or something blocks the request)${hint} (T88)`)
  if (status === 404) return failed('Environment not found. Check the client-side ID. (T86)', 'InvalidEnvironmentId')
  const text = answer.outcome === 'success' && (await answer.text())
  if (known && status === NOT_MODIFIED) return known
  if (answer.outcome !== 'success' || status !== 200) return failed(`Error fetching flag settings: ${status} (T89)`)
  const type = answer.header('content-type') ?? ''
  if (!type.startsWith('application/json'))
    return failed(`Expected application/json content type but got "${type}" (T91)`)
  const flags = readFlags(parseJson(text || ''))
  return flags
    ? { flags, etag: answer.header('etag') }
    : failed('Error fetching flag settings: the answer is no JSON object (T90)')
}
