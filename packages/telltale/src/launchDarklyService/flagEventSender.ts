import { writeJson } from '../core/lib/json.ts'
import { REDIRECTS, isPermanentStatus } from '../core/http/http.ts'
import { attempt } from '../core/lib/attempt.ts'
import { byteLength } from '../core/lib/byteLength.ts'
import { createRetry } from '../core/lib/retry.ts'
import type { KeyValueStorage } from '../core/ports/platform.ts'
import type { HttpRequest } from '../core/ports/transport.ts'
import type { DiagnosticStats } from './flagDiagnostics.ts'
import type { LateFlagPlatform } from '../flags/flagProvider.ts'
import { flagError } from '../flags/flagError.ts'
import type { FlagSettings } from './flagSettings.ts'

/** The maximum size of a batch: with small batches, a page that ends can send as much as the keepalive limit allows. */
const MAX_BATCH_BYTES = 16 * 1024
/** The maximum number of batches that wait until the page returns; events beyond that are dropped. */
const MAX_BATCHES = 64
/** The maximum number of stored characters. Browsers limit the whole storage of an origin to about 5 million. */
const MAX_STORED_CHARACTERS = 128 * 1024
const REQUEST_TIMEOUT_MS = 30_000
/** An ad blocker never lets a request through: retries become less and less frequent. */
const BACKOFF = { firstMs: 1000, maxMs: 300_000 }

/** Serialised events that are sent to the service in one request. */
interface Batch {
  /** By this id the service recognises a batch that it already has. */
  readonly id: string
  readonly body: string
  /** Whether it was sent on exit and has no answer yet. */
  isHandedOver?: boolean
}

export interface FlagEventSenderNeeds {
  platform: Pick<LateFlagPlatform, 'http' | 'transport' | 'clock' | 'random' | 'storage'>
  settings: Pick<FlagSettings, 'flushInterval' | 'clientSideId' | 'eventsUrl'>
  /** Whether batches are kept for the next page. Otherwise they are lost when the page ends. */
  isKept: boolean | undefined
  stats: DiagnosticStats
  request(batchId: string): HttpRequest
  report(problem: Error | string): void
  signal: AbortSignal
}

/**
 * Delivers events to the service. A batch keeps its id until it has been acknowledged or refused.
 *
 * @param take returns the queued events, and empties the queue
 */
export function createFlagEventSender(
  { platform, settings, isKept, stats, request, report, signal }: FlagEventSenderNeeds,
  take: () => readonly object[],
) {
  const { http, transport, clock, random, storage } = platform
  const undelivered = isKept ? undeliveredBatches(storage, settings.clientSideId) : undefined
  const batches = new Set<Batch>()
  const retry = createRetry({ clock, random, backoff: BACKOFF })
  let delayMs = 0
  let isRefused = false
  let time = 0
  let flushing = Promise.resolve()
  let cancel: (() => void) | undefined

  /** Requests a flush after the flush interval, or when the service may be tried again. */
  function schedule() {
    cancel ??= clock.after(Math.max(settings.flushInterval, delayMs), () => void flush())
  }

  function unschedule() {
    cancel?.()
    cancel = undefined
  }

  /** Resolves when the queued events have been delivered, or after the first failure. */
  function flush(): Promise<void> {
    return (flushing = flushing.then(flushOnce))
  }

  async function flushOnce() {
    unschedule()
    await send()
    // Batches that were not delivered go first. Until they are, the queue is limited by its capacity.
    if (!batches.size) {
      addQueued()
      await send()
    }
    if (batches.size && !signal.aborted) schedule()
  }

  async function send() {
    for (const batch of batches) {
      if (!signal.aborted) await post(batch)
      if (signal.aborted || retry.failures) return
    }
  }

  function addQueued() {
    unschedule()
    let [texts, bytes] = [[] as string[], 0]
    const close = () => {
      if (batches.size >= MAX_BATCHES) stats.droppedEvents += texts.length
      else if (texts[0]) batches.add({ id: random.uuid(), body: `[${texts.join()}]` })
      ;[texts, bytes] = [[], 0]
    }
    const events = take()
    for (const event of isRefused ? [] : events) {
      // The data that an application tracks may not be JSON.
      const text = attempt(() => writeJson(event))
      if (!text) stats.droppedEvents += 1
      else {
        const size = byteLength(text) + 1
        if (bytes + size > MAX_BATCH_BYTES) close()
        texts.push(text)
        bytes += size
      }
    }
    close()
  }

  async function post(batch: Batch, keepalive?: true) {
    const how = keepalive ? { keepalive } : { signal, timeoutMs: REQUEST_TIMEOUT_MS }
    const answer = await http({ ...request(batch.id), method: 'POST', body: batch.body, ...how })
    const { outcome, status } = answer
    const isDone = outcome === 'success'
    // The body is not used, but reading it to its end frees the connection.
    if (isDone) void answer.text()
    const isOver = isDone || isPermanentStatus(status)
    batch.isHandedOver = false
    if (isOver) undelivered?.remove(batch)
    // At the end of the layer, the batch is sent again.
    else if (outcome !== 'cancelled') undelivered?.add(batch)
    if (isRefused || signal.aborted) return
    // A 413 concerns this batch alone.
    isRefused = isOver && !isDone && status !== 413
    if (isRefused) {
      batches.forEach((other) => undelivered?.remove(other))
      batches.clear()
    }
    if (isOver) {
      batches.delete(batch)
      retry.succeeded()
      delayMs = 0
    }
    if (outcome === 'success') {
      time = clock.parse?.(answer.header('date') ?? '') || time
      return
    }
    if (!isOver) delayMs = retry.failed(answer.retryAfterMs)
    if (retry.failures > 1) return
    const reason = status || (outcome === 'redirect' ? `the address ${REDIRECTS}` : 'network error')
    const plan = isRefused ? 'giving up permanently' : isOver ? 'some events were dropped' : 'will retry'
    const message = `Flag events could not be delivered to ${settings.eventsUrl}: ${reason}, ${plan} (T100)`
    report(status ? flagError('UnexpectedResponse', message) : message)
  }

  return {
    /** Sends the batches that earlier pages could not deliver. */
    start() {
      undelivered?.all().forEach((batch) => batches.add(batch))
      if (batches.size) void flush()
    },
    schedule,
    flush,
    /** Hands over to the browser the batches that fit; the others wait for the next flush. */
    exit() {
      addQueued()
      for (const batch of batches) {
        if (batch.isHandedOver) continue
        const isTooLarge = byteLength(batch.body) > transport.keepaliveRoom()
        // While the service cannot be reached, what is sent now is not delivered either.
        if (isTooLarge || retry.failures) undelivered?.add(batch)
        if (isTooLarge) continue
        batch.isHandedOver = true
        void post(batch, true)
      }
      if (batches.size && !signal.aborted) schedule()
    },
    stop: unschedule,
    /** The service's time in its latest answer, in milliseconds since 1970. */
    serverTime: () => time,
    /** Whether the service has refused events permanently. */
    isOver: () => isRefused,
  }
}

/**
 * The batches that the service could not be given, in storage. The next page of this origin sends them.
 *
 * @param environment the client-side id: batches of another environment are never returned
 */
function undeliveredBatches(storage: KeyValueStorage, environment: string) {
  const prefix = `flag-events:${environment}:`

  function all(): Batch[] {
    return storage.keys(prefix).map((key) => ({ id: key.slice(prefix.length), body: storage.get(key) ?? '' }))
  }

  return {
    all: () => all().filter(({ body }) => body),
    /** Stores a batch, unless the limit is reached. */
    add({ id, body }: Batch) {
      let stored = body.length
      for (const batch of all()) stored += batch.body.length
      if (stored <= MAX_STORED_CHARACTERS) storage.set(prefix + id, body)
    },
    remove: ({ id }: Batch) => storage.remove(prefix + id),
  }
}
