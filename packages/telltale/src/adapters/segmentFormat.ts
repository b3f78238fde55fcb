import { attempt } from '../core/lib/attempt.ts'
import { byteLength } from '../core/lib/byteLength.ts'
import { hashText } from '../core/lib/hashText.ts'
import { copyJson, writeJson } from '../core/lib/json.ts'
import type { AnalyticsEvent } from '../core/model/event.ts'
import type { PerLevel } from '../core/model/promotion.ts'
import type { DatadogOptions } from './datadog.ts'
import type { BatchFormat, BatchHead, HttpDestinationOptions } from './httpDestination.ts'

/** How calls are posted, to one source. */
type Posting = Omit<HttpDestinationOptions, 'name' | 'url' | 'headers' | 'impersonation'> &
  Pick<DatadogOptions, 'impersonation'>

/** The options of `segment`. */
export interface SegmentOptions extends Posting {
  /** The write key of the source. It is in every request, as in the scripts of these vendors, and is no secret. */
  writeKey: string
  /** Where batches are posted, or one address for each promotion level: Segment's `https://api.segment.io/v1/batch` when absent. */
  url?: PerLevel | undefined
  /** The name of the destination; `segment` when absent. */
  name?: string | undefined
  /** The kind of the account that is the group of a user, such as `organization`: the user's first account when absent. */
  group?: string | undefined
  /** `integrations` of each call, such as `{ All: true, Mixpanel: false }`. */
  integrations?: Readonly<Record<string, unknown>> | undefined
  /** Returns the categories that the user has allowed, for `context.consent.categoryPreferences`. Called for each batch. */
  consent?: (() => Readonly<Record<string, boolean>> | undefined) | undefined
}

/** [doc] The largest call and the largest batch that Segment takes, in bytes. */
const MAX_CALL = 32_000
const MAX_BATCH = 500_000
const TOO_LARGE = `larger than ${MAX_CALL / 1_000} kB, the most that an event has in the format of Segment`

/** What the browser says of itself, for `context`. */
export interface Surroundings {
  readonly userAgent?: string | undefined
  readonly locale?: string | undefined
  readonly timezone?: string | undefined
}

interface Needs extends Pick<SegmentOptions, 'writeKey' | 'group' | 'integrations' | 'consent'> {
  /** The version of this library. */
  version: string
  surroundings(): Surroundings
  /** Returns a time in milliseconds since 1970 as ISO 8601. */
  isoTime(ms: number): string
}

/** The name of a page view that has no other: `pageViews()` gives it, and so does the codemod, for calls of `page`. */
const PAGE_VIEWED = 'Page viewed'

/** A call of the format, as plain data. */
type Call = Readonly<Record<string, unknown>>

/** The body of `/v1/batch` of Segment's HTTP API, which RudderStack, Jitsu and others take, too. */
export function segmentFormat({ writeKey, group, integrations, consent, ...needs }: Needs): BatchFormat {
  const { version, surroundings, isoTime } = needs
  /** The traits and the group of users as JSON, as the other side has them: a page tells them once. */
  const told = new Map<string, string>()
  const telling = new WeakMap<readonly AnalyticsEvent[], ReadonlyMap<string, string>>()

  const groupOf = ({ accounts = {} }: AnalyticsEvent['identity']) =>
    group === undefined ? Object.values(accounts)[0] : accounts[group]

  /** The calls about the user of an event. What support does says nothing about the customer. */
  function factsOf({ identity }: AnalyticsEvent, traitsById: BatchHead['traits']): Call[] {
    const { id, impersonator } = identity
    if (id === undefined || impersonator !== undefined) return []
    const { key: groupId, ...about } = groupOf(identity) ?? {}
    const traits = traitsById?.[id]
    return [
      ...(traits ? [{ type: 'identify', traits }] : []),
      ...(groupId ? [{ type: 'group', groupId, traits: about }] : []),
    ]
  }

  return {
    encode(events, { sentAt, traits }) {
      const now = new Map<string, string>()
      const categoryPreferences = copyJson(attempt<unknown>(() => consent?.())) as Call | undefined
      const shared = {
        library: { name: 'telltale', version },
        ...surroundings(),
        ...(categoryPreferences && { consent: { categoryPreferences } }),
      }
      const textOf = (event: AnalyticsEvent, call: Call) =>
        writeJson({
          ...call,
          ...userOf(event),
          timestamp: isoTime(event.at),
          context: { ...shared, ...contextOf(event), groupId: groupOf(event.identity)?.key },
          integrations,
        })
      const newFacts = (event: AnalyticsEvent) =>
        factsOf(event, traits).flatMap((fact) => {
          const [place, text] = [`${String(fact['type'])} ${event.identity.id}`, writeJson(fact)]
          const isKnown = (now.get(place) ?? told.get(place)) === text
          now.set(place, text)
          // Other traits are another call, even if the answer to the first one was lost.
          const call = textOf(event, { ...fact, messageId: `${event.id}-${hashText(text, 0)}` })
          return isKnown || byteLength(call) > MAX_CALL ? [] : [call]
        })
      const own = events.map((event) => textOf(event, { ...callOf(event), messageId: event.id }))
      const isTooLarge = own.some((text) => byteLength(text) > MAX_CALL)
      if (isTooLarge && events.length === 1) return { outcome: 'refused', reason: TOO_LARGE }
      const calls = events.flatMap((event, place) => [...newFacts(event), own[place]])
      const body = `{"writeKey":${writeJson(writeKey)},"sentAt":"${isoTime(sentAt)}","batch":[${calls.join()}]}`
      if (isTooLarge || byteLength(body) > MAX_BATCH) return { outcome: 'too-large' }
      telling.set(events, now)
      return { body, contentType: 'application/json' }
    },
    read(_answer, events) {
      for (const [place, text] of telling.get(events) ?? []) told.set(place, text)
      return { outcome: 'delivered' }
    },
  }
}

/** Who did it. One of both ids is required: what nobody known does on one page belongs together. */
function userOf({ identity, kind, page, moment, properties }: AnalyticsEvent): Call {
  const { id, impersonator, visitor } = identity
  if (id === undefined) return { anonymousId: visitor ?? moment?.session?.id ?? page }
  // Profiles are merged for good.
  if (impersonator !== undefined) return { userId: `${impersonator} as ${id}` }
  return { userId: id, ...(kind === 'sign-in' && { anonymousId: properties['visitor'] }) }
}

function callOf(event: AnalyticsEvent): Call {
  const { name, kind } = event
  const { impersonator } = event.identity
  if (kind === 'sign-in') return { type: 'identify', traits: {} }
  const properties = { ...event.properties, ...(impersonator !== undefined && { impersonator }) }
  if (kind === 'page' || name === PAGE_VIEWED) {
    const page = name === PAGE_VIEWED ? event.properties['name'] : name
    return { type: 'page', name: page, properties: { ...properties, name: page, ...known(pageOf(event)) } }
  }
  return { type: 'track', event: name, properties }
}

/** Without what is not known. */
const known = (about: Call) => copyJson(about) as Call

function pageOf({ url, moment }: AnalyticsEvent): Call {
  const { pathname: path, search } = attempt(() => new URL(url)) ?? {}
  const { title, referrer } = moment?.view ?? {}
  return { url, path, search, title, referrer }
}

/** What was true at the time of the event. */
function contextOf(event: AnalyticsEvent): Call {
  const { session } = event.moment ?? {}
  const query = attempt(() => [...new URL(event.url).searchParams]) ?? []
  const campaign = query.flatMap(([name, value]) =>
    name.startsWith('utm_') ? [[name === 'utm_campaign' ? 'name' : name.slice(4), value] as const] : [],
  )
  return {
    page: pageOf(event),
    ...(campaign.length > 0 && { campaign: Object.fromEntries(campaign) }),
    // [src] RudderStack: a number of at least ten digits.
    ...(session && { sessionId: session.startedAt }),
  }
}
