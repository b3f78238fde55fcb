import type { LateHost } from '../core/host.ts'
import type { PlainResult } from '../core/http/http.ts'
import { attempt } from '../core/lib/attempt.ts'
import { isThenable } from '../core/lib/thenable.ts'
import { isRecord } from '../core/lib/json.ts'
import type { AnalyticsEvent } from '../core/model/event.ts'
import { atLevel } from '../core/model/promotion.ts'
import {
  type DeliveryContext,
  type DeliveryOutcome,
  type DeliveryPart,
  type Impersonation,
  type RunningDestination,
} from '../events/destinations/destination.ts'
import type { Fates } from '../events/reports/fates.ts'
import { isOutcome } from '../events/destinations/isOutcome.ts'
import { IMPERSONATION, isAllowed, projectFor } from '../events/destinations/impersonation.ts'
import type { TraitsOf } from '../identity/readTraits.ts'
import { collectorFormat } from './collectorFormat.ts'
import type { BatchFormat, BatchHead, EncodedBatch, HttpSettings } from './httpDestination.ts'
import { isPage, messageIn, refusal, refusedIn } from './refusals.ts'

/** The timeout of a request, in milliseconds: a server may receive a batch and not answer. */
const TIMEOUT_MS = 30_000

/** What a batch says beside its events and the state of the page. */
interface HeadNeeds {
  report: Fates['report']
  traitsOf: TraitsOf | undefined
}

/** Starts a destination that posts batches. `collector` describes what it does. */
export function startHttpDestination(
  settings: HttpSettings,
  { http, bus, platform: { clock }, app, diagnostics }: LateHost,
  { report, traitsOf }: HeadNeeds,
): RunningDestination {
  const { name, batchSize } = settings
  const headers = settings.headers ?? undefined
  const gzip = settings.gzip === true
  const { format = collectorFormat(settings.flagSets !== false) } = settings
  const { sharesFlags = false } = format
  const impersonation = policyOf(settings)
  const { promotion, projectId } = app
  const url = atLevel(settings.url, promotion)

  const headOf = (
    project: string | undefined,
    { pages, traits }: Pick<BatchHead, 'pages' | 'traits'>,
    { flagSetOf, keepalive }: DeliveryContext,
  ): BatchHead => {
    const { dropped, inMemory } = diagnostics.get()
    return {
      app: { name: app.name, platform: app.platform, ...(promotion !== 'only' && { promotion }) },
      project,
      destination: name,
      sentAt: clock.now(),
      dropped,
      inMemory,
      pages,
      ...(traits && { traits }),
      outlivesPage: keepalive,
      ...(flagSetOf && { flagSetOf }),
    }
  }

  /** Posts the events of one project. */
  async function post(
    project: string | undefined,
    events: readonly AnalyticsEvent[],
    context: DeliveryContext,
  ): Promise<readonly DeliveryPart[]> {
    const { signal, keepalive } = context
    const all = (result: DeliveryOutcome) => [{ events, result }]
    const given = attempt<unknown>(
      () => (typeof headers === 'function' ? headers() : headers),
      () => null,
    )
    // Headers that are there are not awaited: a page that ends sends its requests in the same task.
    const own = isThenable(given) ? await given.then(headersOf, () => undefined) : headersOf(given)
    if (!own) return all({ outcome: 'retry', reason: NO_HEADERS })
    const untold = report(name)
    const encoded = encode(format, events, headOf(project, { ...untold, traits: traitsOf?.(events) }, context))
    if (!encoded) return all({ outcome: 'retry', reason: NO_BODY })
    if ('outcome' in encoded) return all(encoded)
    const { body, contentType } = encoded
    const answer = await http({
      url,
      method: 'POST',
      headers: { ...own, 'Content-Type': contentType },
      ...(typeof body === 'string' ? { body } : { bytes: body }),
      gzip,
      alsoSuccess: isRefusal,
      timeoutMs: TIMEOUT_MS,
      signal,
      keepalive,
    })
    // Reading the body to its end frees the connection.
    const text = answer.outcome === 'success' ? await answer.text() : ''
    // Nothing is delivered until the address is corrected or the user signs in.
    const reason = accessProblem(answer, text)
    if (reason) return all({ outcome: 'retry', reason, cause: causeOf(answer) })
    if (text === undefined && !isRefusal(answer.status)) return all({ outcome: 'retry', cause: BROKEN_OFF })
    const single = answer.status === 422 ? refusedIn(text, events) : undefined
    if (single) return single
    const result = outcomeOf(answer, text)
    if (result.outcome !== 'delivered') return all(result)
    if (format.reportsDropped) {
      bus.publish('dropsReported', undefined)
      untold.confirm()
    }
    return partsIn(format, text ?? '', events)
  }

  return {
    name,
    url,
    type: 'acknowledging',
    compresses: gzip,
    sharesFlags,
    ...(batchSize && { batchSize }),
    accepts: (event) => isAllowed(event, impersonation),
    async deliver(batch, context) {
      const byProject = new Map<string | undefined, AnalyticsEvent[]>()
      for (const event of batch) {
        const project = projectFor(event.identity.impersonator, impersonation, projectId)
        byProject.set(project, [...(byProject.get(project) ?? []), event])
      }
      const parts = [...byProject].map(([project, events]) => post(project, events, context))
      return { outcome: 'split', parts: (await Promise.all(parts)).flat() }
    },
    stop() {},
  }
}

/** A policy that cannot be read may have been meant to suppress: `reportSettings` says that it is wrong. */
function policyOf({ impersonation }: HttpSettings): Impersonation {
  const [isPolicy] = IMPERSONATION
  const policy = impersonation ?? 'tag'
  return isPolicy(policy, {}) === true ? policy : 'suppress'
}

/** The body, or why there is none. `undefined` if the format has thrown or has returned neither, such as a promise. */
function encode(
  format: BatchFormat,
  events: readonly AnalyticsEvent[],
  head: BatchHead,
): EncodedBatch | DeliveryOutcome | undefined {
  const encoded: unknown = attempt(() => format.encode(events, head))
  if (!isRecord(encoded)) return undefined
  const { outcome, body, contentType } = encoded
  const isBody = (typeof body === 'string' || body instanceof Uint8Array) && typeof contentType === 'string'
  return isBody || isOutcome(outcome) ? (encoded as unknown as EncodedBatch | DeliveryOutcome) : undefined
}

/** What a successful answer says about the events. */
function partsIn(format: BatchFormat, text: string, events: readonly AnalyticsEvent[]): readonly DeliveryPart[] {
  if (!format.read) return [{ events, result: { outcome: 'delivered' } }]
  const result = attempt(() => format.read?.(text, events))
  const parts = result?.outcome === 'split' ? result.parts : [{ events, result: result as DeliveryOutcome | undefined }]
  const ids = events.map(({ id }) => id)
  const isKnown = attempt(() =>
    parts.every((part) => isOutcome(part.result?.outcome) && part.events.every(({ id }) => ids.includes(id))),
  )
  return isKnown ? (parts as readonly DeliveryPart[]) : [{ events, result: { outcome: 'retry', reason: NOT_READ } }]
}

const KEPT = 'Events are kept and tried again'
const NO_HEADERS = `its headers function has thrown, rejected or returned no object. ${KEPT}. (T75)`

const NO_BODY = `encode of its format has thrown, or has returned no body. ${KEPT}. (T159)`
const NOT_READ = `read of its format has thrown, or has returned no known outcome. ${KEPT}. (T165)`

/** `undefined`, also as the value of a promise, means that there are none. */
const headersOf = (given: unknown): Readonly<Record<string, string>> | undefined =>
  given === undefined || isRecord(given) ? ((given ?? {}) as Record<string, string>) : undefined

/**
 * [spec] RFC 9110 §15.5 Client Error 4xx, RFC 6585, RFC 7725: those that result from the address, a deployment, a firewall, a proxy or an
 * expired session, not from the batch. A collector that answers so refuses everything.
 */
const NO_ACCESS = [401, 402, 403, 404, 405, 406, 407, 411, 414, 415, 417, 421, 426, 428, 431, 451]

/** Why no batch can be delivered to this address at present, regardless of its content. */
function accessProblem(answer: PlainResult, body: string | undefined): string | undefined {
  const { outcome, status } = answer
  if (outcome === 'redirect') return `its url redirects. ${KEPT}: set url to the address that answers. (T72)`
  // [spec] RFC 9110 §15.4 Redirection 3xx: such as 300 and 304, which have no address to go to.
  if (NO_ACCESS.includes(status) || (status >= 300 && status <= 399))
    return `its server answers with status ${status}. ${KEPT}: check url and who may post there. (T73)`
  if (outcome === 'success' && !isRefusal(status) && body && isPage(body))
    return `its server answers with a page. ${KEPT}: an acknowledgement is JSON or empty. (T74)`
  return undefined
}

const BROKEN_OFF = 'the connection broke before the end of the answer'
/** The browser does not say which of these it is. */
const NO_CONNECTION = 'no connection (its server is down, or CORS or a blocker forbids it)'

/** Says in a few words why the events of this request are sent again. */
function causeOf({ outcome, status, ...answer }: PlainResult): string {
  const rest = 'retryAfterMs' in answer ? Math.ceil(answer.retryAfterMs / 1_000) : 0
  if (outcome === 'timeout') return `no answer within ${TIMEOUT_MS / 1_000} s`
  if (outcome === 'redirect') return 'a redirect'
  if (status === 0) return NO_CONNECTION
  const what = outcome === 'success' && status <= 299 ? ' with a page' : ''
  return `status ${status}${what}${rest > 0 ? `, which asks to wait ${rest} s` : ''}`
}

/** [spec] RFC 9110 §15.5.9 Request Timeout, RFC 8470 §5.2 Too Early, RFC 6585 §4 Too Many Requests. */
const TRY_AGAIN = [408, 425, 429]
// [spec] RFC 9110 §15.5.14 Content Too Large.
const TOO_LARGE = 413

/** Whether the collector does not take these events: a 4xx, unless it is to be tried again. */
const isRefusal = (status: number) => status >= 400 && status <= 499 && !TRY_AGAIN.includes(status)

/** What an answer of a collector, with this body, means for the events of its request. */
function outcomeOf(answer: PlainResult, body = ''): DeliveryOutcome {
  if (answer.outcome !== 'success') {
    const { retryAfterMs: afterMs } = answer
    return { outcome: 'retry', cause: causeOf(answer), ...(afterMs && { afterMs }) }
  }
  const { status } = answer
  if (!isRefusal(status)) return { outcome: 'delivered' }
  if (status === TOO_LARGE) return { outcome: 'too-large' }
  return refusal(status, messageIn(body))
}
