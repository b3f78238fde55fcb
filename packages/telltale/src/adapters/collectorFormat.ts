import { writeJson } from '../core/lib/json.ts'
import { type AnalyticsEvent, type EventProperties, type FlagSet, MAX_DETAILS } from '../core/model/event.ts'
import type { BatchFormat, BatchHead } from './httpDestination.ts'

/** The format of `collector`, which describes it. */
export const collectorFormat = (isShared = true): BatchFormat => ({
  sharesFlags: isShared,
  reportsDropped: true,
  encode(events, head) {
    const { flagSetOf: _flagSetOf, outlivesPage: _outlivesPage, ...rest } = head
    const { texts, ...shared } = isShared ? share(events, head) : { texts: events.map((event) => writeJson(event)) }
    const text = writeJson({ ...rest, ...shared })
    return { body: `${text.slice(0, -1)},"events":[${texts.join()}]}`, contentType: 'application/json' }
  },
})

/** What the events have in common, once, and each event without it. */
function share(events: readonly AnalyticsEvent[], { flagSetOf, outlivesPage }: BatchHead) {
  const flagSets: Record<string, EventProperties> = {}
  const flagDetails: Record<string, FlagSet['flags']> = {}
  const moments: object[] = []
  const places = new Map<string, number>()

  function placeOf(moment: object): number {
    const text = writeJson(moment)
    const place = places.get(text) ?? places.set(text, moments.length).size - 1
    moments[place] = moment
    return place
  }

  // Each event is serialised separately: a deeply nested one may fail to serialise beside certain others.
  const texts = events.map((event) => {
    const { page, moment, properties, ...rest } = event
    const flagSet = flagSetOf?.(event)
    const shared = { ...rest, moment: placeOf({ page, ...moment }) }
    if (!flagSet) return writeJson({ ...shared, properties })
    const { id, properties: values, flags } = flagSet
    flagSets[id] = values
    flagDetails[id] = flags
    const own = Object.entries(properties).filter(([key]) => !Object.hasOwn(values, key))
    return writeJson({ ...shared, properties: Object.fromEntries(own), flagSet: id })
  })
  const hasDetails = !outlivesPage || writeJson(flagDetails).length <= MAX_DETAILS
  return { texts, moments, flagSets, ...(hasDetails && { flagDetails }) }
}
