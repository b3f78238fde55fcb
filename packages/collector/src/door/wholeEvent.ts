import { isRecord } from './parseJson.ts'

/** What a batch contains once for many events. */
export interface Shared {
  readonly flagSets: Readonly<Record<string, object>>
  readonly flagDetails: Readonly<Record<string, object>>
  readonly moments: readonly Readonly<Record<string, unknown>>[]
}

/** Adds to the event what it references: its flags, how they came to their values, its page and its moment. */
export function wholeEvent(
  event: Readonly<Record<string, unknown>>,
  shared: Shared,
): Readonly<Record<string, unknown>> {
  const { flagSets, flagDetails, moments } = shared
  if (!isRecord(event['properties'])) return event
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
