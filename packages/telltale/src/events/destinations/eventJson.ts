import { writeJson } from '../../core/lib/json.ts'
import { sharedJson } from '../../core/lib/sharedJson.ts'
import type { AnalyticsEvent } from '../../core/model/event.ts'
import { propertiesBeside, storedOf } from './withFlags.ts'

/** The JSON of the event with all its properties, for which that of its flags is not written again. */
export function eventJson(event: AnalyticsEvent): string {
  const { flagSet, properties, ...rest } = storedOf(event)
  if (!flagSet) return writeJson(event)
  const { overridden, properties: flags } = flagSet
  const texts = [writeJson(propertiesBeside(flags, properties)), sharedJson(flags).text]
  const all = texts.map((text) => text.slice(1, -1)).filter(Boolean)
  return `${writeJson({ ...rest, overridden }).slice(0, -1)},"properties":{${all.join()}}}`
}
