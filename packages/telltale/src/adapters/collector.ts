import type {
  DeliveryOptions,
  DeliveryOutcome,
  DeliveryPart,
  DeliveryResult,
  DestinationPart,
} from '../events/destination.ts'
import { isWanted, projectFor, type Impersonation } from '../events/impersonation.ts'
import { atLevel, missingText } from '../core/model/perLevel.ts'
import type { AnalyticsEvent, EventProperties } from '../core/model/event.ts'
import type { PerLevel } from '../core/model/promotion.ts'
import { accessProblem, outcomeOf } from './collectorAnswer.ts'

export interface CollectorOptions {
  /** Where batches are posted, or one address for each promotion level. */
  url: PerLevel
  /** Names the collector in the records of events: give each of several its own. */
  name?: string
  /** The server, and its CORS rules, allow `Content-Encoding: gzip`. Bodies above 1 kB are then compressed. */
  gzip?: boolean
  /**
   * The server takes the flags of a batch apart from its events: `flagSets: { id: { 'LDFF: …': value } }`, where an event names
   * its set as `flagSet: id`. Then more events fit into the 64 KiB that a page may send when it ends. Without it, each event has
   * all flags among its properties.
   */
  flagSets?: boolean
  /** `tag` when absent. */
  impersonation?: Impersonation
}

/** A server that has taken a batch and does not answer is given up after so long, in milliseconds. */
const TIMEOUT_MS = 30_000

/**
 * An HTTP collector. A batch is `{ app, project, sentAt, dropped, inMemory, events }` as JSON: how many events the page has
 * given up so far, and how many the browser did not keep.
 *
 * A 2xx with JSON or without a body acknowledges it. A redirect does not, nor does a 2xx with a page: a body of the type
 * `text/html`, or one that begins with `<`. Sign-ins and captive portals answer so; the events are kept and tried again, and the
 * console says so. Any other text acknowledges a batch too. 401, 403 and 404 are tried again as well. On any other 4xx, but for 408,
 * 425 and 429, the batch is halved until the event that is refused is alone; that one is kept for
 * `telltale.refused`.
 *
 * An event may come again, as when a page is left before it hears the answer: drop an event whose id is known.
 */
export const collector: (options: CollectorOptions) => DestinationPart =
  // Who writes JavaScript may have given none.
  ({ url, name = 'collector', gzip = false, flagSets = false, impersonation = 'tag' } = { url: '' }) =>
    ({ http, bus, platform: { clock }, app, promotion, projectId, diagnostics }) => {
      // As a variable of the build that is not set: it would be an address of the page, where somebody may well answer 200.
      const missingUrl = missingText(url)
      if (missingUrl !== undefined) {
        throw new Error(
          `Telltale cannot start. Set url${missingUrl} of collector({ url }) to where batches are posted.`,
        )
      }

      async function post(project: string | undefined, content: Content, { signal, keepalive }: DeliveryOptions) {
        const { dropped, inMemory } = diagnostics.get()
        const { events, flagSets: sets } = content
        const head = {
          app: { name: app.name, platform: app.platform },
          project,
          sentAt: clock.now(),
          dropped,
          inMemory,
          flagSets: sets,
        }
        // Each event on its own: one that is nested deeply can be written as JSON alone, and not beside certain others.
        const body = `${JSON.stringify(head).slice(0, -1)},"events":[${events.map((event) => JSON.stringify(event)).join()}]}`
        const answer = await http({
          url: atLevel(url, promotion.get()) ?? '',
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body,
          gzip,
          readsBadRequest: true,
          timeoutMs: TIMEOUT_MS,
          signal,
          keepalive,
        })
        // Read to its end, the connection is free again.
        const text = answer.outcome === 'success' ? await answer.text() : ''
        // Nothing is delivered until the address is corrected or the user signs in.
        const reason = accessProblem(answer, text)
        const isCutOff = text === undefined
        const result: DeliveryOutcome =
          reason || isCutOff ? { outcome: 'retry', ...(reason && { reason }) } : outcomeOf(answer)
        if (result.outcome === 'delivered') bus.publish('dropsReported', undefined)
        return result
      }

      async function send(events: readonly AnalyticsEvent[], options: DeliveryOptions): Promise<DeliveryPart[]> {
        const projectOf = ({ identity }: AnalyticsEvent) =>
          projectFor(identity.impersonator, impersonation, projectId())
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
        accepts: (event) => isWanted(event, impersonation),
        async deliver(events, options) {
          if (projectId() === undefined) return { outcome: 'retry', reason: NO_PROJECT }
          return resultOf(await send(events, options))
        },
        stop() {},
      }
    }

/** The events without their flags, and the sets of flags that they name. */
function shareFlags(events: readonly AnalyticsEvent[], { flagSetOf }: DeliveryOptions): Content {
  const flagSets: Record<string, EventProperties> = {}
  const sharing = events.map((event) => {
    const flagSet = flagSetOf?.(event)
    if (!flagSet) return event
    flagSets[flagSet.id] = flagSet.properties
    const own = Object.entries(event.properties).filter(([name]) => !(name in flagSet.properties))
    return { ...event, properties: Object.fromEntries(own), flagSet: flagSet.id }
  })
  return { events: sharing, flagSets }
}

function resultOf(parts: readonly DeliveryPart[]): DeliveryResult {
  const open = parts.find(({ result }) => result.outcome !== 'delivered')
  if (!open) return { outcome: 'delivered' }
  return parts.length === 1 ? open.result : { outcome: 'split', parts }
}

interface Content {
  /** As they are written: with all flags, or with the id of their set. */
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

const NO_PROJECT = 'the promotion level is not set. Events are kept until it is; set promotion.'
