import { byteLength } from '../core/lib/byteLength.ts'
import { REDIRECTS, type HttpResult, isPermanentStatus } from '../core/http/http.ts'
import { attempt } from '../core/lib/attempt.ts'
import { createRetry } from '../core/lib/retry.ts'
import type { HttpRequest } from '../core/ports/transport.ts'
import { flagError } from './flagErrors.ts'
import type { FlagDeps } from './flagClient.ts'
import type { FlagEventBatch, UndeliveredFlagEvents } from './undeliveredFlagEvents.ts'

/** The maximum size of a batch: with small batches, a page that ends can send as much as the keepalive limit allows. */
const MAX_BATCH_BYTES = 16 * 1024
/** The maximum number of batches that wait until the page returns; events beyond that are dropped. */
const MAX_BATCHES = 64
const REQUEST_TIMEOUT_MS = 30_000
/** An ad blocker never lets a request through: retries become less and less frequent. */
const BACKOFF = { firstMs: 1000, maxMs: 300_000 }

interface Batch extends FlagEventBatch {
  readonly bytes: number
}

export interface FlagEventSender {
  /** Whether no batch is under way or waits for a retry. Always true after the signal aborts. */
  isEmpty(): boolean
  /** Takes up the batches that earlier pages could not deliver. Returns whether there are any. */
  resume(): boolean
  /** Returns how many of the events are lost: those that are not JSON, and those beyond the maximum number of batches. */
  add(events: readonly object[]): number
  /** Sends each batch once, up to the first failure. Resolves after a failure, too. */
  send(): Promise<void>
  /** Hands over to the browser the batches that fit; the others wait for the next `send`. */
  exit(): void
  /** How long to wait before the next attempt, in milliseconds. */
  delayMs(): number
  /** The service's time in its latest answer, in milliseconds since 1970. */
  serverTime(): number
  /** Whether the service has refused events permanently. */
  isOver(): boolean
}

interface FlagEventSenderNeeds {
  platform: Pick<FlagDeps, 'http' | 'transport' | 'clock' | 'random'>
  request(batchId: string): HttpRequest
  /** Keeps batches for the next page. When absent, they are lost when the page ends. */
  undelivered?: UndeliveredFlagEvents | undefined
  report(problem: Error | string): void
  signal: AbortSignal
}

/** Delivers events to the service. A batch keeps its id until it has been acknowledged or refused. */
export function createFlagEventSender({
  platform,
  request,
  undelivered,
  report,
  signal,
}: FlagEventSenderNeeds): FlagEventSender {
  const { http, transport, clock, random } = platform
  const batches: Batch[] = []
  /** Batches that were handed over to the browser and have no answer yet. */
  const handedOver = new Set<Batch>()
  const retry = createRetry({ clock, random, backoff: BACKOFF })
  let delayMs = 0
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
    // The body is not used, but reading it to its end frees the connection.
    if (isDone) void answer.text()
    const isOver = isDone || isPermanentStatus(status)
    if (isOver) undelivered?.remove(batch)
    // At the end of the layer, the batch is handed over to the browser again.
    else if (answer.outcome !== 'cancelled') undelivered?.add(batch)
    if (isRefused || signal.aborted) return
    // A 413 concerns this batch alone.
    if (isDone || status === 413) {
      const index = batches.indexOf(batch)
      if (index >= 0) batches.splice(index, 1)
      succeed()
      if (isDone) time = clock.parse?.(answer.header('date') ?? '') || time
    } else if (isOver) {
      isRefused = true
      for (const other of batches) undelivered?.remove(other)
      batches.length = 0
      succeed()
    } else delayMs = retry.failed(answer.retryAfterMs)
    if (isDone || retry.failures > 1) return
    const silence = answer.outcome === 'redirect' ? `the address ${REDIRECTS}` : 'network error'
    if (!status) return report(`Events could not be delivered: ${silence}, will retry less and less often (T99)`)
    const hint = status === 401 ? ' (invalid SDK key)' : ''
    const outcome = isRefused ? 'giving up permanently' : retry.failures ? 'will retry' : 'some events were dropped'
    const message = `Received error ${status}${hint} for event posting - ${outcome} (T100)`
    report(flagError('UnexpectedResponse', message))
  }

  function succeed() {
    retry.succeeded()
    delayMs = 0
  }

  return {
    isEmpty: () => !batches[0] || signal.aborted,
    resume() {
      for (const { id, body } of undelivered?.all() ?? []) batches.push({ id, body, bytes: byteLength(body) })
      return Boolean(batches[0])
    },
    add(events) {
      let [texts, bytes, lost] = [[] as string[], 0, 0]
      const close = () => {
        if (batches.length >= MAX_BATCHES) lost += texts.length
        else if (texts[0]) batches.push({ id: random.uuid(), body: `[${texts.join()}]`, bytes: bytes + 1 })
        ;[texts, bytes] = [[], 0]
      }
      for (const event of isRefused ? [] : events) {
        // The data that an application tracks may not be JSON.
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
        if (retry.failures) return
      }
    },
    exit() {
      for (const batch of batches) {
        if (handedOver.has(batch)) continue
        const isTooLarge = batch.bytes > transport.keepaliveRoom()
        // While the service cannot be reached, what is handed over now is not delivered either.
        if (isTooLarge || retry.failures) undelivered?.add(batch)
        if (isTooLarge) continue
        handedOver.add(batch)
        void post(batch, true)
      }
    },
    delayMs: () => delayMs,
    serverTime: () => time,
    isOver: () => isRefused,
  }
}
