import { attempt } from '../core/lib/attempt.ts'
import type { EventDefinitions, SchemaIssue, SchemaResult } from '../core/model/definitions.ts'
import type { AnalyticsEvent } from '../core/model/event.ts'
import type { Observer } from '../core/observer.ts'
import { FLAG_PREFIX } from '../core/model/flagPrefix.ts'
import { DATADOG, HEAP, INTERCOM } from '../core/model/vendorLimits.ts'

/** How many event names are remembered as reported. Further names are not checked. */
const MAX_NAMES = 1_000

/**
 * For development: checks each event that is tracked against its schema and the limits of the vendors that it goes to, and
 * reports what is wrong to the console, once for each name of an event. Changes nothing. `events` may be a function that loads the
 * definitions, so that schemas are a chunk of their own; the settings' definitions when absent.
 *
 * @example
 * ```ts
 * observers: import.meta.env.DEV ? [validateEvents(() => import('./events').then(({ events }) => events))] : [],
 * ```
 */
export const validateEvents = (events?: EventDefinitions | (() => PromiseLike<EventDefinitions>)): Observer => ({
  name: 'validate',
  start({ on, warn, definitions, destinations }) {
    const reported = new Set<string>()
    const reportedFlags = new Set<string>()
    const loading = typeof events === 'function' ? load(events) : undefined
    const defined = typeof events === 'function' ? undefined : (events ?? definitions.events)

    function report(name: string, findings: readonly string[], said = reported) {
      if (findings.length === 0 || said.has(name) || said.size >= MAX_NAMES) return
      said.add(name)
      warn(`"${name}": ${findings.join(' ')}`)
    }

    async function inspect(name: string, given: Readonly<Record<string, unknown>>, found: readonly string[]) {
      const schemas = loading ? await loading : defined
      const ofSchema = schemas ? schemaFindings(name, given, schemas) : []
      report(name, [...('then' in ofSchema ? await ofSchema : ofSchema), ...found])
    }

    const undo = [
      on('call', ({ name, given, options: { messaging = false } }) => {
        if (!reported.has(name)) void inspect(name, given, vendorFindings({ name, given, messaging }, destinations))
      }),
      on('event', (event) => report(event.name, flagFindings(event, destinations), reportedFlags)),
    ]
    return () => undo.forEach((step) => step())
  },
})

/** Code of the application: it may throw, and its promise may be of any class. */
async function load(events: () => PromiseLike<EventDefinitions>): Promise<EventDefinitions | undefined> {
  try {
    return await events()
  } catch {
    return undefined
  }
}

/** The problems of an event according to its definition, as sentences. A schema may be asynchronous. */
function schemaFindings(
  name: string,
  given: Readonly<Record<string, unknown>>,
  events: EventDefinitions,
): readonly string[] | PromiseLike<readonly string[]> {
  const schema = Object.hasOwn(events, name) ? events[name] : undefined
  if (!schema) return ['It is not among the events that are defined. (T134)']
  try {
    const result = schema['~standard'].validate(given)
    return 'then' in result ? Promise.resolve(result).then(sentencesOf).catch(failed) : sentencesOf(result)
  } catch (error) {
    return failed(error)
  }
}

const sentencesOf = ({ issues = [] }: SchemaResult<unknown>) =>
  issues.map((issue) => `${pathOf(issue)}${issue.message}. (T136)`)

const failed = (error: unknown) => [
  `Its schema has failed: ${error instanceof Error ? error.message : String(error)}. (T135)`,
]

function pathOf({ path = [], message }: SchemaIssue): string {
  const steps = path.map((step) => String(typeof step === 'object' ? step.key : step))
  // Some libraries already put the path at the beginning of the message.
  return steps.length > 0 && !message.startsWith(steps.join('.')) ? `${steps.join('.')}: ` : ''
}

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
  event: Pick<AnalyticsEvent, 'properties' | 'messaging'>,
  destinations: readonly string[],
): readonly string[] {
  if (!event.messaging || !destinations.includes('intercom')) return []
  const { properties } = event
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
