import { writeJson } from '../core/lib/json.ts'
import { sharedJson } from '../core/lib/sharedJson.ts'
import { type AnalyticsEvent, type FlagSet, MAX_DETAILS } from '../core/model/event.ts'
import { propertiesBeside, storedOf } from '../events/destinations/withFlags.ts'
import type { BatchFormat, BatchHead, EncodedBatch } from './httpDestination.ts'

/** The format of `collector`, which describes it. */
export const collectorFormat = (isShared = true) =>
  ({
    sharesFlags: isShared,
    reportsDropped: true,
    encode(events: readonly AnalyticsEvent[], head: BatchHead): EncodedBatch {
      const { flagSetOf: _flagSetOf, outlivesPage: _outlivesPage, ...rest } = head
      const { texts, shared } = isShared
        ? share(events, head)
        : { texts: events.map((event) => writeJson(event)), shared: '' }
      const text = writeJson(rest)
      return { body: `${text.slice(0, -1)}${shared},"events":[${texts.join()}]}`, contentType: 'application/json' }
    },
  }) satisfies BatchFormat

/** What the events have in common, once, and each event without it. */
function share(events: readonly AnalyticsEvent[], { flagSetOf, outlivesPage }: BatchHead) {
  const sets = new Map<string, FlagSet>()
  const places = new Map<string, number>()

  function placeOf(moment: object): number {
    const text = writeJson(moment)
    const place = places.get(text) ?? places.size
    places.set(text, place)
    return place
  }

  // Each event is serialised separately: a deeply nested one may fail to serialise beside certain others.
  const texts = events.map((event) => {
    const { page, moment, properties, flagSet: _stored, ...rest } = storedOf(event)
    const flagSet = flagSetOf?.(event)
    const shared = { ...rest, moment: placeOf({ page, ...moment }) }
    if (!flagSet) return writeJson({ ...shared, properties: event.properties })
    const { id, overridden, properties: flags } = flagSet
    sets.set(id, flagSet)
    return writeJson({ ...shared, overridden, properties: propertiesBeside(flags, properties), flagSet: id })
  })
  const byId = (textOf: (set: FlagSet) => string) =>
    `{${[...sets].map(([id, set]) => `${writeJson(id)}:${textOf(set)}`).join()}}`
  const details = byId(({ flags }) => sharedJson(flags).text)
  const hasDetails = !outlivesPage || details.length <= MAX_DETAILS
  const flagSets = byId(({ properties }) => sharedJson(properties).text)
  return {
    texts,
    shared: `,"moments":[${[...places.keys()].join()}],"flagSets":${flagSets}${hasDetails ? `,"flagDetails":${details}` : ''}`,
  }
}
