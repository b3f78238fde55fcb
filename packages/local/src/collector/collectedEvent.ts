import { isRecord } from '../json/isRecord.ts'
import { isTime } from '../json/isTime.ts'
import { invalid, parseJson, type Parsed } from '../json/parseJson.ts'
import type { PageFates } from './lossMeter.ts'

/** An analytics event as a page sends it. Fields that are not listed here are kept. */
export interface CollectedEvent {
  readonly id: string
  readonly name: string
  /** Milliseconds since 1970, by the page's clock. */
  readonly at: number
  readonly url: string
  readonly properties: Readonly<Record<string, unknown>>
  readonly identity: {
    readonly id?: string
    readonly visitor?: unknown
    readonly impersonator?: string
    readonly accounts?: unknown
  }
  /** Identifies the page. */
  readonly page?: string
  /** The number of the event in its page. */
  readonly n?: number
  /** Where it happened, how its flags came to their values, and the keys of those that a panel for developers has replaced. Not checked. */
  readonly moment?: unknown
  readonly flags?: unknown
  readonly overridden?: unknown
  readonly [field: string]: unknown
}

/** The body of one request to the collector. */
export interface Delivery {
  readonly app: { readonly name?: string; readonly platform?: string; readonly promotion?: string }
  readonly events: readonly CollectedEvent[]
  /** What has become of the events of these pages, as a page tells it. */
  readonly pages?: Readonly<Record<string, PageFates>>
  /** The name that the destination has in the settings of the application. */
  readonly destination?: string
  /** The engine of the browser that has sent the batch. */
  readonly engine?: string
}

const MAX_ID_LENGTH = 128
/** The database ends a string at a NUL, and the process at a lone surrogate, because a key is read back as text. */
const CLEAN = /^[^\p{Cc}\p{Cs}]+$/u
const MAX_EVENTS = 10_000

export function readDelivery(text: string): Parsed<Delivery> {
  const json = parseJson(text)
  if (json.outcome === 'invalid') return json
  const { value } = json
  if (!isRecord(value) || !Array.isArray(value['events']))
    return invalid('The body must be an object with an "events" array.')
  const { app = {}, flagSets = {}, flagDetails = {}, moments = [] } = value
  for (const [name, sets] of Object.entries({ flagSets, flagDetails }))
    if (!isRecord(sets) || !Object.values(sets).every(isRecord))
      return invalid(`"${name}" must be an object of objects.`)
  if (!Array.isArray(moments) || !moments.every(isRecord)) return invalid('"moments" must be a list of objects.')
  const shared = { flagSets, flagDetails, moments } as Shared
  // Items that are not objects are reported below.
  const events = value['events'].map((event) => whole(event, shared)) as CollectedEvent[]
  if (!isRecord(app)) return invalid('"app" must be an object.')
  if (events.length > MAX_EVENTS) return invalid(`There are more than ${MAX_EVENTS} events.`)
  for (const [index, event] of events.entries()) {
    const problem = eventProblem(event)
    if (problem !== undefined) return invalid(`Event ${index} ${problem}.`)
  }
  const { pages, destination } = value
  if (destination !== undefined && !(typeof destination === 'string' && CLEAN.test(destination)))
    return invalid('"destination" must be a name.')
  const named = { app, events, ...(destination !== undefined && { destination }) }
  if (pages === undefined) return { outcome: 'ok', value: named }
  if (!isRecord(pages) || !Object.values(pages).every(isRecord)) return invalid('"pages" must be an object of objects.')
  return { outcome: 'ok', value: { ...named, pages: pages as Delivery['pages'] & object } }
}

/** What a batch contains once for many events. */
interface Shared {
  readonly flagSets: Readonly<Record<string, object>>
  readonly flagDetails: Readonly<Record<string, object>>
  readonly moments: readonly Readonly<Record<string, unknown>>[]
}

/** Adds to the event what it references: its flags, how they came to their values, its page and its moment. */
function whole(event: unknown, { flagSets, flagDetails, moments }: Shared): unknown {
  if (!isRecord(event) || !isRecord(event['properties'])) return event
  const { flagSet: id, moment: place, ...rest } = event
  const hasSet = typeof id === 'string' && Object.hasOwn(flagSets, id)
  const found = typeof place === 'number' ? moments[place] : undefined
  const { page, ...moment } = found ?? {}
  return {
    ...rest,
    ...(found ? { page, ...(Object.keys(moment).length > 0 && { moment }) } : place !== undefined && { moment: place }),
    ...(hasSet ? { properties: { ...event['properties'], ...flagSets[id] } } : id !== undefined && { flagSet: id }),
    ...(hasSet && Object.hasOwn(flagDetails, id) && { flags: flagDetails[id] }),
  }
}

function eventProblem(event: unknown): string | undefined {
  if (!isRecord(event)) return 'is not an object'
  const { id, name, at, url, properties, identity } = event
  if (typeof id !== 'string' || id.length > MAX_ID_LENGTH || !CLEAN.test(id))
    return `needs an "id" of 1 to ${MAX_ID_LENGTH} characters, without control characters and lone surrogates`
  if (typeof name !== 'string' || name === '') return 'needs a "name"'
  if (!isTime(at)) return 'needs "at", a valid time in milliseconds since 1970'
  if (typeof url !== 'string') return 'needs a "url"'
  if (!isRecord(properties)) return 'needs "properties", an object'
  if (!isRecord(identity)) return 'needs an "identity", an object'
  if (typeof event['moment'] === 'number') return 'references a "moment" that is not in "moments"'
  if (event['flagSet'] !== undefined) return 'references a "flagSet" that is not in "flagSets"'
  return undefined
}
