import { REDIRECTS } from '../core/http/http.ts'
import { backoffMs } from '../core/lib/backoffMs.ts'
import { isPermanentStatus } from '../core/lib/isPermanentStatus.ts'
import { readServerSentEvents, type ServerSentEvent } from '../core/lib/serverSentEvents.ts'
import { sleep } from '../core/lib/sleep.ts'
import type { HttpRequest } from '../core/ports/transport.ts'
import type { StreamInit } from './diagnostics.ts'
import { flagError } from './flagErrors.ts'
import type { FlagOutside } from './flagPlatform.ts'

const MAX_DELAY_MS = 30_000
/** A stream that was up this long has proven itself: the next failure counts as the first again. */
const PROVEN_AFTER_MS = 60_000
/** The service sends a heartbeat more often than this. */
const READ_TIMEOUT_MS = 300_000

export interface StreamNeeds {
  platform: Pick<FlagOutside, 'http' | 'clock' | 'random'>
  /** Milliseconds before the first reconnection; no rest at all would be a storm. */
  streamReconnectDelay: number
  onMessage(message: ServerSentEvent): void
  /** The service has answered, or has not. */
  onStreamInit(init: StreamInit): void
  /** Told once in a row of failures. */
  report(problem: string | Error): void
}

/** Keeps a stream open until the signal aborts or the service refuses it for good. */
export async function streamFlags(request: HttpRequest, needs: StreamNeeds, signal: AbortSignal): Promise<void> {
  const { http, clock, random } = needs.platform
  let isTold = false
  for (let failures = 1; !signal.aborted; failures += 1) {
    const start = clock.now()
    const answer = await http({ ...request, signal, timeoutMs: READ_TIMEOUT_MS, untilLeave: true })
    if (signal.aborted) return
    const refusal = answer.outcome === 'success' ? undefined : answer
    const timestamp = clock.now()
    needs.onStreamInit({ timestamp, failed: Boolean(refusal), durationMillis: timestamp - start })
    if (answer.outcome === 'success') await readMessages(answer.chunks(), needs.onMessage, signal)
    if (signal.aborted) return
    if (refusal && isPermanentStatus(refusal.status)) {
      const message = `Error on stream connection ${refusal.status}, giving up permanently`
      return needs.report(flagError('UnexpectedResponse', message))
    }
    if (clock.now() - start >= PROVEN_AFTER_MS) failures = 1
    const backoff = { firstMs: needs.streamReconnectDelay || 1, maxMs: MAX_DELAY_MS }
    // Added, so that clients which were told the same time do not all come at once.
    const delay = (refusal?.retryAfterMs ?? 0) + backoffMs(failures, backoff, random.number())
    if (failures === 1) isTold = false
    // Servers and leaving pages end streams that were well: that is nothing to tell of, unless it goes on.
    if (!isTold && (refusal || failures > 1)) {
      isTold = true
      const silence = refusal?.outcome === 'redirect' ? `the address ${REDIRECTS}` : 'no answer'
      const reason = refusal ? refusal.status || silence : 'closed'
      needs.report(`Error on stream connection: ${reason}, will continue retrying after ${delay} milliseconds.`)
    }
    await sleep(clock, delay, signal)
  }
}

async function readMessages(chunks: AsyncIterable<string>, onMessage: StreamNeeds['onMessage'], signal: AbortSignal) {
  const feed = readServerSentEvents(onMessage)
  for await (const chunk of chunks) {
    if (signal.aborted) return
    feed(chunk)
  }
}
