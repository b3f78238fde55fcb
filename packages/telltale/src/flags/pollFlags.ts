import type { Http } from '../core/http/http.ts'
import { isPermanentStatus } from '../core/lib/isPermanentStatus.ts'
import { parseJson } from '../core/lib/parseJson.ts'
import type { HttpRequest } from '../core/ports/transport.ts'
import type { CachedFlags } from './flagCache.ts'
import { flagError, SEE_DOCUMENTATION } from './flagErrors.ts'
import { readFlags } from './readFlag.ts'

/** An answer that takes longer, its body included, is not waited for. */
const REQUEST_TIMEOUT_MS = 10_000
/** What the vendor's message has in its brackets, in words that help. */
const WHY: Readonly<Record<string, string>> = {
  network: 'no network, or something blocks the request',
  timeout: 'no answer within 10 seconds',
}
/** [spec] RFC 9110 §15.4.5: the flags are those of the entity tag. */
const NOT_MODIFIED = 304

export type PollOutcome =
  (CachedFlags & { environmentId: string | undefined }) | { error: Error; isPermanent: boolean; flags?: undefined }

export interface Poll {
  request: HttpRequest
  /** The flags of the entity tag that the request names. */
  known: CachedFlags | undefined
}

/** Asks once for the flags. Never rejects. */
export async function pollFlags({ request, known }: Poll, http: Http, signal: AbortSignal): Promise<PollOutcome> {
  const answer = await http({ ...request, signal, timeoutMs: REQUEST_TIMEOUT_MS, alsoSuccess: known && NOT_MODIFIED })
  if (answer.outcome !== 'success') {
    if (!('status' in answer)) return failed(`network error (${WHY[answer.outcome]})`)
    const { status } = answer
    if (status !== 404) return failed(`Error fetching flag settings: ${status}`, isPermanentStatus(status))
    const message = 'Environment not found. Double check that you specified a valid environment/client-side ID.'
    return { error: flagError('InvalidEnvironmentId', message + SEE_DOCUMENTATION), isPermanent: true }
  }
  const text = await answer.text()
  const environmentId = answer.header('x-ld-envid')
  if (known && answer.status === NOT_MODIFIED) return { ...known, environmentId }
  if (answer.status !== 200) return failed(`Error fetching flag settings: ${answer.status}`)
  const type = answer.header('content-type') ?? ''
  if (!type.startsWith('application/json')) {
    return failed(`Expected application/json content type but got "${type}"`)
  }
  const flags = readFlags(parseJson(text ?? ''))
  return flags
    ? { flags, etag: answer.header('etag'), environmentId }
    : failed('Error fetching flag settings: the answer is no JSON object')
}

const failed = (message: string, isPermanent = false) => ({ error: flagError('FlagFetch', message), isPermanent })
