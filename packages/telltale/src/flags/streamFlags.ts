import { backoffMs } from '../core/lib/backoffMs.ts'
import { isPermanentStatus } from '../core/lib/isPermanentStatus.ts'
import { readServerSentEvents, type ServerSentEvent } from '../core/lib/serverSentEvents.ts'
import { sleep } from '../core/lib/sleep.ts'
import { watchdog } from '../core/lib/watchdog.ts'
import type { Platform } from '../core/ports/platform.ts'
import type { HttpOutcome, HttpRequest } from '../core/ports/transport.ts'

const MAX_DELAY_MS = 30_000
/** A stream that was up this long has proven itself: the next failure counts as the first again. */
const PROVEN_AFTER_MS = 60_000
/** The service sends a heartbeat more often than this. */
const READ_TIMEOUT_MS = 300_000

export interface StreamNeeds {
  platform: Pick<Platform, 'transport' | 'clock' | 'random'>
  /** Milliseconds before the first reconnection. */
  firstDelayMs: number
  onMessage(message: ServerSentEvent): void
  /** The service answered, or did not; asked at `startedAt`. */
  onAnswer(answer: HttpOutcome, startedAt: number): void
  /** Told once in a row of failures, with the milliseconds until the next try; none when there is no next try. */
  onFailure(reason: string, retryMs: number | undefined): void
}

/** Keeps a stream open until the signal aborts or the service refuses it for good. */
export async function streamFlags(request: HttpRequest, needs: StreamNeeds, signal: AbortSignal): Promise<void> {
  const { clock, random } = needs.platform
  let isTold = false
  for (let failures = 1; !signal.aborted; failures += 1) {
    const start = clock.now()
    const status = await connectOnce(request, needs, signal)
    if (signal.aborted) return
    if (isPermanentStatus(status)) return needs.onFailure(`${status}`, undefined)
    if (clock.now() - start >= PROVEN_AFTER_MS) failures = 1
    const delay = backoffMs(failures, { firstMs: needs.firstDelayMs, maxMs: MAX_DELAY_MS }, random.number())
    if (failures === 1) isTold = false
    // Servers and leaving pages end streams that were well: that is nothing to tell of, unless it goes on.
    if (!isTold && (status !== 200 || failures > 1)) {
      isTold = true
      needs.onFailure(status === 200 ? 'closed' : `${status || 'no answer'}`, delay)
    }
    await sleep(clock, delay, signal)
  }
}

/** Answers the status, 0 for none, when the connection has ended. */
async function connectOnce(
  request: HttpRequest,
  { platform: { transport, clock }, onMessage, onAnswer }: StreamNeeds,
  signal: AbortSignal,
): Promise<number> {
  const dog = watchdog(clock, READ_TIMEOUT_MS, signal)
  const start = clock.now()
  const asked = transport.send({ ...request, signal: dog.signal, untilLeave: true })
  dog.kick()
  const answer = await asked
  if (!signal.aborted) onAnswer(answer, start)
  if (answer.outcome === 'response' && answer.status === 200) {
    const feed = readServerSentEvents(onMessage)
    for await (const chunk of answer.chunks()) {
      if (dog.signal.aborted) break
      dog.kick()
      feed(chunk)
    }
  }
  dog.end()
  return answer.outcome === 'response' ? answer.status : 0
}
