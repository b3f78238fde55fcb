import { copyJson, freezeDeep, writeJson } from '../../core/lib/json.ts'
import { memoizeLast } from '../../core/lib/readable.ts'
import { sharedJson } from '../../core/lib/sharedJson.ts'
import type { AnalyticsEvent, EventProperties, StoredEvent } from '../../core/model/event.ts'

const stored = new WeakMap<AnalyticsEvent, StoredEvent>()

/** The event as it is stored: its flags are not among its properties. An event that was not made here is returned as it is. */
export const storedOf = (event: AnalyticsEvent): StoredEvent => stored.get(event) ?? event

/**
 * Returns the event as a destination gets it. Its properties and its flags are put together when `properties` is first read: with
 * thousands of flags that takes milliseconds, and most of those who get an event read only other fields of it.
 *
 * @param own makes the event, and its properties, those of the reader: it copies or freezes them
 */
export function withFlags(event: StoredEvent, own: (value: object) => unknown = (value) => value): AnalyticsEvent {
  const { flagSet, ...rest } = event
  const { overridden } = flagSet ?? {}
  const owned = own({ ...rest, ...(overridden && { overridden }) }) as AnalyticsEvent
  // What is nested too deeply has no copy.
  if (!flagSet || !owned) return owned
  let whole: EventProperties | undefined
  const view = {
    ...owned,
    get properties(): EventProperties {
      // Flags come last, so that no property of the application can replace them.
      whole ??= own({ ...owned.properties, ...flagSet.properties }) as EventProperties
      return whole
    },
    set properties(given) {
      // A frozen object lets a setter through.
      if (own === freezeDeep) throw new TypeError()
      whole = given
    },
  }
  stored.set(view, event)
  return own === freezeDeep ? Object.freeze(view) : view
}

/** The event as steps and observers get it, one for all of them. It cannot be changed. */
export const frozenEvent: (event: StoredEvent) => AnalyticsEvent = memoizeLast((event) => withFlags(event, freezeDeep))

/** A copy for code of the application, which may change it. */
export const copyOfEvent = (event: AnalyticsEvent): AnalyticsEvent => withFlags(storedOf(event), copyJson)

/** The properties that no flag replaces. */
export const propertiesBeside = (flags: EventProperties, properties: EventProperties): EventProperties =>
  Object.fromEntries(Object.entries(properties).filter(([key]) => !Object.hasOwn(flags, key)))

/** The JSON of the event with all its properties, for which that of its flags is not written again. */
export function eventJson(event: AnalyticsEvent): string {
  const { flagSet, properties, ...rest } = storedOf(event)
  if (!flagSet) return writeJson(event)
  const { overridden, properties: flags } = flagSet
  const texts = [writeJson(propertiesBeside(flags, properties)), sharedJson(flags).text]
  const all = texts.map((text) => text.slice(1, -1)).filter(Boolean)
  return `${writeJson({ ...rest, overridden }).slice(0, -1)},"properties":{${all.join()}}}`
}
