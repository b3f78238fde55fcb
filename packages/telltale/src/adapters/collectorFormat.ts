import { writeJson } from '../core/lib/json.ts'
import type { EventProperties } from '../core/model/event.ts'
import type { BatchFormat } from './httpDestination.ts'

/** The format of `collector`, which describes it. */
export const collectorFormat = (sharesFlags = false): BatchFormat => ({
  sharesFlags,
  reportsDropped: true,
  encode(events, { flagSetOf, ...head }) {
    const flagSets: Record<string, EventProperties> = {}
    // Each event is serialised separately: a deeply nested one may fail to serialise beside certain others.
    const texts = events.map((event) => {
      const flagSet = sharesFlags ? flagSetOf?.(event) : undefined
      if (!flagSet) return writeJson(event)
      const { id, properties: flags } = flagSet
      flagSets[id] = flags
      const properties = Object.entries(event.properties).filter(([key]) => !Object.hasOwn(flags, key))
      return writeJson({ ...event, properties: Object.fromEntries(properties), flagSet: id })
    })
    const text = writeJson({ ...head, ...(sharesFlags && { flagSets }) })
    return { body: `${text.slice(0, -1)},"events":[${texts.join()}]}`, contentType: 'application/json' }
  },
})
