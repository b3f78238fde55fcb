import { isRecord } from '../json/isRecord.ts'
import { isTime } from '../json/isTime.ts'
import { invalid, parseJson, type Parsed } from '../json/parseJson.ts'

/** An analytics event as a page sends it. Fields that are not listed here are kept. */
export interface CollectedEvent {
  readonly id: string
  readonly name: string
  /** Milliseconds since 1970, by the page's clock. */
  readonly at: number
  readonly url: string
  readonly properties: Readonly<Record<string, unknown>>
  readonly identity: { readonly id?: string; readonly impersonator?: string }
  readonly [field: string]: unknown
}

/** The body of one request to the collector. */
export interface Delivery {
  readonly app: { readonly name?: string; readonly platform?: string; readonly promotion?: string }
  readonly events: readonly CollectedEvent[]
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
  const { app = {}, flagSets = {} } = value
  if (!isRecord(flagSets) || !Object.values(flagSets).every(isRecord))
    return invalid('"flagSets" must be an object of objects.')
  // Items that are not objects are reported below.
  const events = value['events'].map((event) => withFlags(event, flagSets)) as CollectedEvent[]
  if (!isRecord(app)) return invalid('"app" must be an object.')
  if (events.length > MAX_EVENTS) return invalid(`There are more than ${MAX_EVENTS} events.`)
  for (const [index, event] of events.entries()) {
    const problem = eventProblem(event)
    if (problem !== undefined) return invalid(`Event ${index} ${problem}.`)
  }
  return { outcome: 'ok', value: { app, events } }
}

/** Adds the flags of the set that the event references. */
function withFlags(event: unknown, flagSets: Readonly<Record<string, unknown>>): unknown {
  if (!isRecord(event) || !isRecord(event['properties'])) return event
  const { flagSet: id, ...rest } = event
  const flags = typeof id === 'string' && Object.hasOwn(flagSets, id) ? flagSets[id] : undefined
  return isRecord(flags) ? { ...rest, properties: { ...event['properties'], ...flags } } : event
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
  if (event['flagSet'] !== undefined) return 'references a "flagSet" that is not in "flagSets"'
  return undefined
}
