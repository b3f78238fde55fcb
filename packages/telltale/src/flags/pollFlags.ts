import { isPermanentStatus } from '../core/lib/isPermanentStatus.ts'
import { parseJson } from '../core/lib/parseJson.ts'
import { watchdog } from '../core/lib/watchdog.ts'
import type { Platform } from '../core/ports/platform.ts'
import type { HttpRequest } from '../core/ports/transport.ts'
import type { CachedFlags } from './flagCache.ts'
import { flagError, SEE_DOCUMENTATION } from './flagErrors.ts'
import { readFlags } from './readFlag.ts'

/** An answer that takes longer, its body included, is not waited for. */
const REQUEST_TIMEOUT_MS = 10_000

export type PollOutcome =
  (CachedFlags & { environmentId: string | undefined }) | { error: Error; isPermanent: boolean; flags?: undefined }

export interface Poll {
  request: HttpRequest
  /** The flags of the entity tag that the request names. */
  known: CachedFlags | undefined
}

/** Asks once for the flags. Never rejects. */
export async function pollFlags(
  { request, known }: Poll,
  { transport, clock }: Pick<Platform, 'transport' | 'clock'>,
  signal: AbortSignal,
): Promise<PollOutcome> {
  const dog = watchdog(clock, REQUEST_TIMEOUT_MS, signal)
  const asked = transport.send({ ...request, signal: dog.signal })
  dog.kick()
  const answer = await asked
  const isAnswer = answer.outcome === 'response'
  const text = isAnswer && answer.status === 200 ? await answer.text() : undefined
  dog.end()
  if (!isAnswer) return failed(`network error (${answer.outcome === 'network' ? 'no answer' : 'timeout'})`)
  const { status, header } = answer
  const environmentId = header('x-ld-envid')
  if (status === 304 && known) return { ...known, environmentId }
  if (status === 404) {
    const message = 'Environment not found. Double check that you specified a valid environment/client-side ID.'
    return { error: flagError('InvalidEnvironmentId', message + SEE_DOCUMENTATION), isPermanent: true }
  }
  if (status !== 200) return failed(`Error fetching flag settings: ${status}`, isPermanentStatus(status))
  const type = header('content-type') ?? ''
  if (!type.startsWith('application/json')) {
    return failed(`Expected application/json content type but got "${type}"`)
  }
  const flags = readFlags(parseJson(text ?? ''))
  return flags
    ? { flags, etag: header('etag'), environmentId }
    : failed('network error (the answer is no map of flags)')
}

const failed = (message: string, isPermanent = false) => ({ error: flagError('FlagFetch', message), isPermanent })
