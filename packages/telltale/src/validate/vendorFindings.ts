import { attempt } from '../core/lib/attempt.ts'
import { FLAG_PREFIX, type AnalyticsEvent } from '../core/model/event.ts'
import { DATADOG, HEAP, INTERCOM } from '../core/model/vendorLimits.ts'

/** What was tracked, as the application gave it. */
export interface Tracked {
  readonly name: string
  readonly given: Readonly<Record<string, unknown>>
  /** It goes to the messaging widget too. */
  readonly messaging: boolean
}

type Find = (event: Tracked) => string[]

/** What a vendor would lose of an event without a word, by the vendor's name among the destinations. */
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

/** What the vendors among these destinations would lose: a sentence for each vendor that would. */
export function vendorFindings(event: Tracked, destinations: readonly string[]): readonly string[] {
  return destinations.flatMap((destination) => {
    // Whatever cannot be read is left out of the event, and said to be.
    const found = attempt(
      () => FIND[destination]?.(event) ?? [],
      () => [],
    )
    return found.length > 0 ? [`${destination}: ${found.join('; ')}.`] : []
  })
}

/** What Intercom would lose of a complete event because of its flags, as a sentence. */
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
  return found.length > 0 ? [`intercom: ${found.join('; ')}.`] : []
}

const tooLong = (what: string, characters: number, limit: number) =>
  characters > limit ? [`${what} has ${characters} characters, of which ${limit} are kept`] : []

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return '' // what cannot be written is left out of the event, and said to be
  }
}

/** But a link with a title, or an amount of money. */
const isNested = (value: unknown) =>
  typeof value === 'object' && value !== null && !('url' in value) && !('amount' in value && 'currency' in value)
