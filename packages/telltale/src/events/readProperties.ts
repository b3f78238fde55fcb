import { attempt } from '../core/lib/attempt.ts'
import { parseJson } from '../core/lib/parseJson.ts'
import type { EventProperties } from '../core/model/event.ts'
import type { Json } from '../core/model/json.ts'

export interface PropertiesRead {
  properties: EventProperties
  /**
   * The names of those that JSON cannot hold: functions, symbols, big integers, cycles, getters that throw; and of those that it
   * would write as nothing: `NaN`, infinities, dates that are none, maps, sets, errors.
   */
  leftOut: readonly string[]
}

/**
 * A copy that nobody else can change, of what can be written as JSON. A property that is `undefined` is absent, and so are all
 * where nothing, or something that has no properties, is in their place.
 */
export function readProperties(given: unknown): PropertiesRead {
  const source = given ?? {}
  const names = namesIn(source)
  const leftOut = names ? [] : ['all properties']
  const read: [name: string, value: Json][] = []
  for (const name of names ?? []) {
    const value = readValue(source as Readonly<Record<string, unknown>>, name)
    if (value.outcome === 'json') read.push([name, value.json])
    if (value.outcome === 'unreadable') leftOut.push(name)
  }
  // Not by assignment: a property may have the name of the prototype.
  return { properties: Object.fromEntries(read), leftOut }
}

/** `undefined` of what is no object, or does not let itself be looked at. */
const namesIn = (source: object): readonly string[] | undefined =>
  attempt(
    () => {
      const names = typeof source === 'object' ? Object.keys(source) : []
      return names.length === 0 && isOfAnotherKind(source) ? undefined : names
    },
    () => undefined,
  )

/** Than the objects that JSON has. */
const isOfAnotherKind = (value: unknown) => Object.prototype.toString.call(value) !== '[object Object]'

type ValueRead = { outcome: 'json'; json: Json } | { outcome: 'absent' } | { outcome: 'unreadable' }

function readValue(given: Readonly<Record<string, unknown>>, name: string): ValueRead {
  try {
    const value = given[name]
    if (value === undefined) return { outcome: 'absent' }
    // Nearly all properties are one of these: no need to write and read them.
    if (typeof value === 'string' || typeof value === 'boolean' || value === null)
      return { outcome: 'json', json: value }
    const text = JSON.stringify(value)
    const saysNothing = text === undefined || text === 'null' || (text === '{}' && isOfAnotherKind(value))
    return saysNothing ? { outcome: 'unreadable' } : { outcome: 'json', json: parseJson(text) as Json }
  } catch {
    return { outcome: 'unreadable' }
  }
}
