import { REDIRECTS, type HttpResult } from '../core/http/http.ts'
import { attempt } from '../core/lib/attempt.ts'
import { backoffMs } from '../core/lib/backoffMs.ts'
import { byteLength } from '../core/lib/byteLength.ts'
import { isPermanentStatus } from '../core/lib/isPermanentStatus.ts'
import type { HttpRequest } from '../core/ports/transport.ts'
import { flagError } from './flagErrors.ts'
import type { FlagOutside } from './flagPlatform.ts'

/** A batch is no longer, so that what fits of a page's last events into the keepalive limit does go. */
const MAX_BATCH_BYTES = 16 * 1024
/** As many batches wait for a page that comes back; what is more is dropped. */
const MAX_BATCHES = 64
const REQUEST_TIMEOUT_MS = 30_000
/** An ad-blocker never gives in: it is asked less and less often. */
const BACKOFF = { firstMs: 1000, maxMs: 300_000 }

interface Batch {
  readonly id: string
  readonly body: string
  readonly bytes: number
}

export interface Delivery {
  /** Nothing is on its way, and nothing waits for another try; nor does anything after the end. */
  isEmpty(): boolean
  /** Answers how many of them are lost: what is no JSON, and what is one batch too many. */
  add(events: readonly object[]): number
  /** Tries each batch once, up to the first failure. Resolves either way. */
  send(): Promise<void>
  /** Hands to the browser what fits; the rest waits for the next `send`. */
  exit(): void
  /** Milliseconds before another try makes sense. */
  delayMs(): number
  /** The service's clock as it was last seen, in milliseconds since 1970. */
  serverTime(): number
  /** It was refused for good. */
  isOver(): boolean
}

interface DeliveryNeeds {
  platform: Pick<FlagOutside, 'http' | 'transport' | 'clock' | 'random'>
  request(batchId: string): HttpRequest
  report(problem: Error | string): void
  signal: AbortSignal
}

/** Brings events to the service: a batch is gone when it has been acknowledged or refused, and keeps its id until then. */
export function createDelivery({ platform, request, report, signal }: DeliveryNeeds): Delivery {
  const { http, transport, clock, random } = platform
  const batches: Batch[] = []
  /** Handed to the browser, which has not answered yet. */
  const handedOver = new Set<Batch>()
  let failures = 0
  /** How long the service wants to be left alone, in milliseconds. */
  let demandedMs = 0
  let isRefused = false
  let time = 0

  async function post(batch: Batch, keepalive: boolean): Promise<void> {
    const answer = await http({
      ...request(batch.id),
      method: 'POST',
      body: batch.body,
      ...(keepalive ? { keepalive } : { signal, timeoutMs: REQUEST_TIMEOUT_MS }),
    })
    handedOver.delete(batch)
    settle(batch, answer)
  }

  function settle(batch: Batch, answer: HttpResult) {
    const { status } = answer
    const isDone = answer.outcome === 'success'
    // Nothing matters in it; read to its end, the connection is free again.
    if (isDone) void answer.text()
    else demandedMs = answer.retryAfterMs
    if (isRefused || signal.aborted) return
    // Too large is said of this batch alone.
    if (isDone || status === 413) {
      const index = batches.indexOf(batch)
      if (index >= 0) batches.splice(index, 1)
      failures = 0
      if (isDone) time = clock.parse?.(answer.header('date') ?? '') || time
    } else if (isPermanentStatus(status)) {
      isRefused = true
      batches.length = failures = 0
    } else failures += 1
    if (isDone || failures > 1) return
    const silence = answer.outcome === 'redirect' ? `the address ${REDIRECTS}` : 'network error'
    if (!status) return report(`Events could not be delivered: ${silence}, will retry less and less often`)
    const reason = `Received error ${status}${status === 401 ? ' (invalid SDK key)' : ''} for event posting`
    const outcome = isRefused ? 'giving up permanently' : failures ? 'will retry' : 'some events were dropped'
    report(flagError('UnexpectedResponse', `${reason} - ${outcome}`))
  }

  return {
    isEmpty: () => !batches[0] || signal.aborted,
    add(events) {
      let [texts, bytes, lost] = [[] as string[], 0, 0]
      const close = () => {
        if (batches.length >= MAX_BATCHES) lost += texts.length
        else if (texts[0]) batches.push({ id: random.uuid(), body: `[${texts.join()}]`, bytes: bytes + 1 })
        ;[texts, bytes] = [[], 0]
      }
      for (const event of isRefused ? [] : events) {
        // What an application tracks need not be JSON.
        const text = attempt(
          () => JSON.stringify(event),
          () => '',
        )
        if (!text) {
          lost += 1
          continue
        }
        const size = byteLength(text) + 1
        if (bytes + size > MAX_BATCH_BYTES) close()
        texts.push(text)
        bytes += size
      }
      close()
      return lost
    },
    async send() {
      while (batches[0] && !signal.aborted) {
        await post(batches[0], false)
        if (failures) return
      }
    },
    exit() {
      for (const batch of batches) {
        if (handedOver.has(batch) || batch.bytes > transport.keepaliveRoom()) continue
        handedOver.add(batch)
        void post(batch, true)
      }
    },
    delayMs: () => (failures ? demandedMs + backoffMs(failures, BACKOFF, random.number()) : 0),
    serverTime: () => time,
    isOver: () => isRefused,
  }
}
