import { isRecord } from './parseJson.ts'
import type { Redaction } from './redact.ts'

/** What a batch contains once for many events. */
export interface Shared {
  readonly flagSets: Readonly<Record<string, object>>
  readonly flagDetails: Readonly<Record<string, object>>
  readonly moments: readonly SharedMoment[]
}

/** What many events have in common but their flags. */
export interface SharedMoment {
  readonly page: unknown
  /** Absent if it has nothing. */
  readonly moment?: object
  /** Both as JSON, to be added to that of an event. It is written once: a moment may be as long as the rest of an event. */
  readonly text: string
}

/** What a batch contains once for many events, as it was sent. */
interface SharedAsSent {
  readonly flagSets: Readonly<Record<string, object>>
  readonly flagDetails: Readonly<Record<string, object>>
  readonly moments: readonly Readonly<Record<string, unknown>>[]
}

/** Reads what many events share. */
export function readShared({ flagSets, flagDetails, moments }: SharedAsSent, redaction?: Redaction): Shared {
  if (!redaction) return { flagSets, flagDetails, moments: moments.map(sharedMoment) }
  const each = (sets: Readonly<Record<string, object>>, change: (set: object) => object) =>
    Object.fromEntries(Object.entries(sets).map(([id, set]) => [id, change(set)]))
  return {
    flagSets: each(flagSets, redaction.properties),
    flagDetails: each(flagDetails, redaction.details),
    moments: moments.map(({ page, ...others }) => sharedMoment({ page, ...redaction.moment(others) })),
  }
}

/** Reads a moment of a batch. */
function sharedMoment({ page, ...others }: Readonly<Record<string, unknown>>): SharedMoment {
  const shared = { page, ...(Object.keys(others).length > 0 && { moment: others }) }
  const text = JSON.stringify(shared).slice(1, -1)
  return { ...shared, text: text === '' ? '' : `,${text}` }
}

/** The moment that an event, as it was sent, references. */
export const momentOf = (
  { moment }: Readonly<Record<string, unknown>>,
  { moments }: Shared,
): SharedMoment | undefined => (typeof moment === 'number' ? moments[moment] : undefined)

/** Adds to the event what it references: its page and its moment. The reference to its flags is left out if they are there. */
export function withMoment(
  event: Readonly<Record<string, unknown>>,
  shared: Shared,
): Readonly<Record<string, unknown>> {
  const { flagSets } = shared
  if (!isRecord(event['properties'])) return event
  const { flagSet: id, moment: place } = event
  const hasSet = typeof id === 'string' && Object.hasOwn(flagSets, id)
  const found = momentOf(event, shared)
  const whole: Record<string, unknown> = {}
  // A rest of an object takes Node 20 half of the time of reading a batch.
  for (const key of Object.keys(event)) {
    const value = event[key]
    if (key === '__proto__') Object.defineProperty(whole, key, { value, enumerable: true })
    // oxlint-disable-next-line telltale/plain-keys -- `__proto__` has its own line.
    else if (key !== 'flagSet' && key !== 'moment') whole[key] = value
  }
  if (found) {
    whole['page'] = found.page
    if (found.moment) whole['moment'] = found.moment
  } else if (place !== undefined) whole['moment'] = place
  if (!hasSet && id !== undefined) whole['flagSet'] = id
  return whole
}

/** Adds to an event with its moment the flags of a set, and how they came to their values. */
export function withFlags<Event extends { readonly properties: object }>(
  event: Event,
  flagSet: unknown,
  { flagSets, flagDetails }: Shared,
): Event {
  if (typeof flagSet !== 'string' || !Object.hasOwn(flagSets, flagSet)) return event
  const properties = { ...event.properties, ...flagSets[flagSet] }
  return { ...event, properties, ...(Object.hasOwn(flagDetails, flagSet) && { flags: flagDetails[flagSet] }) }
}
