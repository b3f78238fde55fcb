import { redactMoment, redactor } from 'telltale/redact'
import type { CollectedEvent } from './collectedEvent.ts'
import { isRecord } from './parseJson.ts'

/** What the door takes out of what pages send, in events and in what they share. */
export interface Redaction {
  event(event: CollectedEvent): CollectedEvent
  /** Of an event, or the values of flags by their names. */
  properties<Properties extends object>(properties: Properties): Properties
  /** How flags came to their values. */
  details<Details extends object>(details: Details): Details
  moment<Moment extends object>(moment: Moment): Moment
}

interface Wanted {
  /** Properties with these names are left out. */
  readonly names?: RegExp | undefined
  /** Secrets and personal data are replaced, by the function with which pages do it. */
  readonly values?: boolean | undefined
}

type Clean = ReturnType<typeof redactor>
type Value = Parameters<Clean>[0]

/** `undefined`: nothing is taken out. */
export function redaction({ names, values }: Wanted): Redaction | undefined {
  if (!names && !values) return undefined
  // One that is global would remember where it has found something.
  const plain = names && new RegExp(names.source, names.flags.replace(/[gy]/g, ''))
  const clean = values ? redactor() : undefined
  const cleaned = <Some>(value: Some): Some => (clean ? (clean(value as Value) as Some) : value)
  const properties = <Some extends object>(given: Some): Some =>
    cleaned(plain ? (without(given, plain) as Some) : given)
  const moment = <Some extends object>(given: Some): Some =>
    clean ? (redactMoment(given, (value) => clean(value)) as Some) : given
  return {
    properties,
    details: cleaned,
    moment,
    event: (event) => ({
      ...event,
      name: cleaned(event.name),
      url: cleaned(event.url),
      properties: properties(event.properties),
      ...(event.flags !== undefined && { flags: cleaned(event.flags) }),
      ...(isRecord(event.moment) && { moment: moment(event.moment) }),
    }),
  }
}

/** A copy of a value that was JSON, without the fields whose names match, at any depth. */
function without(value: unknown, names: RegExp): unknown {
  if (Array.isArray(value)) return value.map((one) => without(one, names))
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !names.test(name))
      .map(([name, inner]) => [name, without(inner, names)]),
  )
}
