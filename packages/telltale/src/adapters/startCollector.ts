import type {
  DeliveryContext,
  DeliveryOutcome,
  DeliveryPart,
  DeliveryResult,
  RunningDestination,
} from '../events/destination.ts'
import { isAllowed, projectFor } from '../events/impersonation.ts'
import type { Host } from '../core/host.ts'
import { attempt } from '../core/lib/attempt.ts'
import { atLevel } from '../core/model/promotion.ts'
import type { CollectorOptions } from './collector.ts'
import type { AnalyticsEvent, EventProperties } from '../core/model/event.ts'
import { REDIRECTS, type HttpResult } from '../core/http/http.ts'
import { isRecord, parseJson } from '../core/lib/json.ts'

/** The timeout of a request, in milliseconds: a server may receive a batch and not answer. */
const TIMEOUT_MS = 30_000

/** Starts a collector. `collector` describes what it does. */
export function startCollector(
  {
    url,
    name = 'collector',
    headers,
    batchSize,
    gzip = false,
    flagSets = false,
    impersonation = 'tag',
  }: CollectorOptions,
  { http, bus, platform: { clock }, app, promotion, projectId, diagnostics }: Host,
): RunningDestination {
  async function post(
    project: string | undefined,
    content: Content,
    { signal, keepalive }: DeliveryContext,
  ): Promise<DeliveryOutcome> {
    const { dropped, inMemory } = diagnostics.get()
    const { events, flagSets: sets } = content
    const own = attempt(() => (typeof headers === 'function' ? headers() : headers) ?? {})
    if (!own) return { outcome: 'retry', reason: NO_HEADERS }
    const head = {
      app: { name: app.name, platform: app.platform, ...(promotion !== 'only' && { promotion }) },
      project,
      sentAt: clock.now(),
      dropped,
      inMemory,
      flagSets: sets,
    }
    // Each event is serialised separately: a deeply nested one may fail to serialise beside certain others.
    const body = `${JSON.stringify(head).slice(0, -1)},"events":[${events.map((event) => JSON.stringify(event)).join()}]}`
    const answer = await http({
      url: atLevel(url, promotion),
      method: 'POST',
      headers: { ...own, 'Content-Type': 'application/json' },
      body,
      gzip,
      readsBadRequest: true,
      timeoutMs: TIMEOUT_MS,
      signal,
      keepalive,
    })
    // Reading the body to its end frees the connection.
    const text = answer.outcome === 'success' ? await answer.text() : ''
    // Nothing is delivered until the address is corrected or the user signs in.
    const reason = accessProblem(answer, text)
    const isCutOff = text === undefined
    const result: DeliveryOutcome =
      reason || isCutOff ? { outcome: 'retry', ...(reason && { reason }) } : outcomeOf(answer)
    if (result.outcome === 'delivered') bus.publish('dropsReported', undefined)
    return result
  }

  async function send(events: readonly AnalyticsEvent[], options: DeliveryContext): Promise<DeliveryPart[]> {
    const projectOf = ({ identity }: AnalyticsEvent) => projectFor(identity.impersonator, impersonation, projectId)
    const parts = [...byProject(events, projectOf)].map(async ([project, batch]): Promise<DeliveryPart> => {
      const result = await post(project, flagSets ? shareFlags(batch, options) : { events: batch }, options)
      return { events: batch, result }
    })
    return Promise.all(parts)
  }

  return {
    name,
    type: 'acknowledging',
    compresses: gzip,
    sharesFlags: flagSets,
    ...(batchSize !== undefined && { batchSize }),
    accepts: (event) => isAllowed(event, impersonation),
    deliver: async (events, options) => resultOf(await send(events, options)),
    stop() {},
  }
}

/** The events without their flags, and the sets of flags that they refer to. */
function shareFlags(events: readonly AnalyticsEvent[], { flagSetOf }: DeliveryContext): Content {
  const flagSets: Record<string, EventProperties> = {}
  const sharing = events.map((event) => {
    const flagSet = flagSetOf?.(event)
    if (!flagSet) return event
    flagSets[flagSet.id] = flagSet.properties
    const own = Object.entries(event.properties).filter(([name]) => !Object.hasOwn(flagSet.properties, name))
    return { ...event, properties: Object.fromEntries(own), flagSet: flagSet.id }
  })
  return { events: sharing, flagSets }
}

function resultOf(parts: readonly DeliveryPart[]): DeliveryResult {
  const [only, ...others] = parts
  return only && !others[0] ? only.result : { outcome: 'split', parts }
}

interface Content {
  /** The events as they are sent: with all flags, or with the id of their set. */
  events: readonly object[]
  flagSets?: Readonly<Record<string, EventProperties>>
}

function byProject(
  events: readonly AnalyticsEvent[],
  projectOf: (event: AnalyticsEvent) => string | undefined,
): Map<string | undefined, AnalyticsEvent[]> {
  const batches = new Map<string | undefined, AnalyticsEvent[]>()
  for (const event of events) {
    const project = projectOf(event)
    batches.set(project, [...(batches.get(project) ?? []), event])
  }
  return batches
}

const NO_HEADERS = 'its headers function has thrown. Events are kept until it returns headers. (T75)'

const KEPT = 'Its events are kept and tried again'
/**
 * [spec] RFC 9110 §15.5.2 Unauthorized, §15.5.4 Forbidden, §15.5.5 Not Found: they result from a deployment, a firewall or an
 * expired session, not from the batch.
 */
const NO_ACCESS = [401, 403, 404]

/** Why no batch can be delivered to this address at present, regardless of its content. */
function accessProblem(answer: HttpResult, body: string | undefined): string | undefined {
  if (answer.outcome === 'redirect') {
    return `the collector’s address ${REDIRECTS}. ${KEPT}; set url to the address that answers. (T72)`
  }
  if (NO_ACCESS.includes(answer.status)) {
    return `the collector denies access (status ${answer.status}). ${KEPT}; check its address and who may post there. (T73)`
  }
  // [spec] RFC 9110 §15.4 Redirection 3xx: such as 300 and 304, which have no address to go to.
  if (answer.status >= 300 && answer.status <= 399) {
    return `the collector answered with status ${answer.status}. ${KEPT}; an acknowledgement has a 2xx status. (T142)`
  }
  if (answer.outcome !== 'success' || !body) return undefined
  return isPage(body, answer.header('Content-Type'))
    ? `the collector answered with a page, as a sign-in or a captive portal does. ${KEPT}; an acknowledgement is JSON or empty. (T74)`
    : undefined
}

/** Whether the answer is a page, as sign-ins and captive portals send it. */
const isPage = (text: string, type = '') => /^text\/html/i.test(type) || /^\s*</.test(text)

/** The maximum length of a message of the collector, in characters. */
const MAX_MESSAGE = 200

/** The collector's message in a refusal: the `message` or `error` of its JSON, or its plain text. A page has no message. */
function messageIn({ text, type }: { text: string; type: string }): string {
  if (isPage(text, type)) return ''
  const json = parseJson(text)
  const { error, message = error } = isRecord(json) ? json : { message: json ?? text }
  const said = isRecord(message) ? message['message'] : message
  return typeof said === 'string' ? said.trim().slice(0, MAX_MESSAGE) : ''
}

/** [spec] RFC 9110 §15.5.9 Request Timeout, RFC 8470 §5.2 Too Early, RFC 6585 §4 Too Many Requests. */
const TRY_AGAIN = [408, 425, 429]
/** [spec] RFC 9110 §15.5.14 Content Too Large. */
const TOO_LARGE = 413

/** What an answer of a collector means for the events of its request. */
function outcomeOf(result: HttpResult): DeliveryOutcome {
  if (result.outcome === 'success') return { outcome: 'delivered' }
  if (result.status === TOO_LARGE) return { outcome: 'too-large' }
  if (result.outcome === 'bad-request' && !TRY_AGAIN.includes(result.status)) {
    const message = result.body && messageIn(result.body)
    return { outcome: 'refused', reason: `status ${result.status}${message ? `: ${message}` : ''}` }
  }
  const { retryAfterMs: afterMs } = result
  return { outcome: 'retry', ...(afterMs && { afterMs }) }
}
