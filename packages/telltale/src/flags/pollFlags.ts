import { isPermanentStatus } from '../core/lib/isPermanentStatus.ts'
import { parseJson } from '../core/lib/parseJson.ts'
import { watchdog } from '../core/lib/watchdog.ts'
import type { Platform } from '../core/ports/platform.ts'
import type { HttpRequest } from '../core/ports/transport.ts'
import { flagError } from './flagErrors.ts'
import { readFlags, type WireFlags } from './readFlag.ts'

/** An answer that takes longer, its body included, is not waited for. */
const REQUEST_TIMEOUT_MS = 10_000

export type PollOutcome = { flags: WireFlags } | { error: Error; isPermanent: boolean }

/** Asks once for the flags. Never rejects. */
export async function pollFlags(
  request: HttpRequest,
  { transport, clock }: Pick<Platform, 'transport' | 'clock'>,
  signal: AbortSignal,
): Promise<PollOutcome> {
  const dog = watchdog(clock, REQUEST_TIMEOUT_MS, signal)
  const failed = (message: string, isPermanent = false): PollOutcome => ({
    error: flagError('FlagFetch', message),
    isPermanent,
  })
  const answer = await transport.send({ ...request, signal: dog.signal })
  if (answer.outcome !== 'response') {
    dog.end()
    return failed(`network error (${answer.outcome === 'cancelled' ? 'timeout' : 'no answer'})`)
  }
  const { status } = answer
  const text = status === 200 ? await answer.text() : ''
  dog.end()
  if (status === 404) {
    return { error: flagError('InvalidEnvironmentId', ENVIRONMENT_NOT_FOUND), isPermanent: true }
  }
  if (status !== 200) return failed(`Error fetching flag settings: ${status}`, isPermanentStatus(status))
  const type = answer.header('content-type') ?? ''
  if (!type.startsWith('application/json')) {
    return failed(`Expected application/json content type but got "${type}"`)
  }
  const flags = readFlags(parseJson(text ?? ''))
  return flags ? { flags } : failed('network error (the answer is not a map of flags)')
}

const ENVIRONMENT_NOT_FOUND =
  'Environment not found. Double check that you specified a valid environment/client-side ID. Please see https://docs.launchdarkly.com/sdk/client-side/javascript#initialize-the-client for instructions on SDK initialization.'
