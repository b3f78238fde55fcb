import { attempt } from '../core/lib/attempt.ts'
import { FLAG_PREFIX, type AnalyticsEvent } from '../core/model/event.ts'
import { DATADOG, HEAP, INTERCOM } from '../core/model/vendorLimits.ts'

/** The event's name and properties, as the application passed them. */
export interface Tracked {
  readonly name: string
  readonly given: Readonly<Record<string, unknown>>
  /** Whether the event is also sent to the messaging widget. */
  readonly messaging: boolean
}

type Find = (event: Tracked) => string[]

/** What a vendor would silently lose of an event, by the vendor's name among the destinations. */
const FIND: Readonly<Record<string, Find>> = {
  heap: ({ name, given }) => [
    ...tooLong('its name', name.length, HEAP.eventName),
    ...Object.entries(given).flatMap(([key, value]) => [
      ...tooLong(`the name of ${key.slice(0, 20)}…`, key.length, HEAP.propertyName),
      ...tooLong(key, textOf(value).length, HEAP.propertyValue),
    ]),
  ],

  intercom({ given, messaging }) {
    if (!messaging) return []
    return Object.entries(given).flatMap(([key, value]) => [
      ...(INTERCOM.notInNames.test(key) ? [`${key} has a character that no name may have`] : []),
      ...(isNested(value) ? [`${key} is nested, which is not kept`] : []),
      ...(typeof value === 'string' ? tooLong(key, value.length, INTERCOM.metadataValue) : []),
    ])
  },

  datadog: ({ given }) => tooLong('all of it', textOf(given).length, DATADOG.context),
}

/** What the vendors among these destinations would lose: one sentence for each vendor affected. */
export function vendorFindings(event: Tracked, destinations: readonly string[]): readonly string[] {
  return destinations.flatMap((destination) => {
    // Properties that cannot be read are left out of the event and reported separately.
    const found = attempt(
      () => FIND[destination]?.(event) ?? [],
      () => [],
    )
    return found.length > 0 ? [`${destination}: ${found.join('; ')}. (T137)`] : []
  })
}

/** What Intercom would lose of an event because of its flags, as a sentence. */
export function flagFindings(
  { properties, messaging }: Pick<AnalyticsEvent, 'properties' | 'messaging'>,
  destinations: readonly string[],
): readonly string[] {
  if (!messaging || !destinations.includes('intercom')) return []
  const count = Object.keys(properties).length
  const found = Object.entries(properties).flatMap(([key, value]) =>
    key.startsWith(FLAG_PREFIX) && typeof value === 'object' ? [`${key} is JSON or null, which is not kept`] : [],
  )
  if (count > INTERCOM.metadata)
    found.unshift(
      `with screen_dimensions and the flags it has ${count} properties, of which ${INTERCOM.metadata} are kept: flags are left out first`,
    )
  return found.length > 0 ? [`intercom: ${found.join('; ')}. (T138)`] : []
}

const tooLong = (what: string, characters: number, limit: number) =>
  characters > limit ? [`${what} has ${characters} characters, of which ${limit} are kept`] : []

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return '' // properties that cannot be serialised are left out of the event and reported separately
  }
}

/** Excludes rich links and monetary amounts, which Intercom accepts. */
const isNested = (value: unknown) =>
  typeof value === 'object' && value !== null && !('url' in value) && !('amount' in value && 'currency' in value)
