import type { HttpResult } from '../core/http/http.ts'
import { backoffMs } from '../core/lib/backoffMs.ts'
import { isPermanentStatus } from '../core/lib/isPermanentStatus.ts'
import { readServerSentEvents, type ServerSentEvent } from '../core/lib/serverSentEvents.ts'
import { sleep } from '../core/lib/sleep.ts'
import type { HttpRequest } from '../core/ports/transport.ts'
import type { FlagOutside } from './flagPlatform.ts'

const MAX_DELAY_MS = 30_000
/** A stream that was up this long has proven itself: the next failure counts as the first again. */
const PROVEN_AFTER_MS = 60_000
/** The service sends a heartbeat more often than this. */
const READ_TIMEOUT_MS = 300_000

export interface StreamNeeds {
  platform: Pick<FlagOutside, 'http' | 'clock' | 'random'>
  /** Milliseconds before the first reconnection; no rest at all would be a storm. */
  firstDelayMs: number
  onMessage(message: ServerSentEvent): void
  /** The service answered, or did not; asked at `startedAt`. */
  onAnswer(answer: HttpResult, startedAt: number): void
  /** Told once in a row of failures, with the milliseconds until the next try; none when there is no next try. */
  onFailure(reason: string, retryMs: number | undefined): void
}

/** Keeps a stream open until the signal aborts or the service refuses it for good. */
export async function streamFlags(request: HttpRequest, needs: StreamNeeds, signal: AbortSignal): Promise<void> {
  const { clock, random } = needs.platform
  let isTold = false
  for (let failures = 1; !signal.aborted; failures += 1) {
    const start = clock.now()
    const refusal = await connectOnce(request, needs, signal)
    if (signal.aborted) return
    if (refusal && isPermanentStatus(refusal)) return needs.onFailure(`${refusal}`, undefined)
    if (clock.now() - start >= PROVEN_AFTER_MS) failures = 1
    const delay = backoffMs(failures, { firstMs: needs.firstDelayMs || 1, maxMs: MAX_DELAY_MS }, random.number())
    if (failures === 1) isTold = false
    // Servers and leaving pages end streams that were well: that is nothing to tell of, unless it goes on.
    if (!isTold && (refusal !== undefined || failures > 1)) {
      isTold = true
      needs.onFailure(refusal === undefined ? 'closed' : `${refusal || 'no answer'}`, delay)
    }
    await sleep(clock, delay, signal)
  }
}

/** Resolves when the connection has ended: with the status that refused it, 0 without an answer, nothing if it was accepted. */
async function connectOnce(
  request: HttpRequest,
  { platform: { http, clock }, onMessage, onAnswer }: StreamNeeds,
  signal: AbortSignal,
): Promise<number | undefined> {
  const start = clock.now()
  const answer = await http({ ...request, signal, timeoutMs: READ_TIMEOUT_MS, untilLeave: true })
  if (signal.aborted) return undefined
  onAnswer(answer, start)
  if (answer.outcome !== 'success') return 'status' in answer ? answer.status : 0
  const feed = readServerSentEvents(onMessage)
  for await (const chunk of answer.chunks()) {
    if (signal.aborted) break
    feed(chunk)
  }
  return undefined
}
