import { parseJson } from '../core/lib/parseJson.ts'
import type { EventProperties } from '../core/model/event.ts'
import type { Json } from '../core/model/json.ts'

export interface PropertiesRead {
  properties: EventProperties
  /** The names of those that cannot be written as JSON: functions, symbols, big integers, cycles, getters that throw. */
  leftOut: readonly string[]
}

/** A copy that nobody else can change, of what can be written as JSON. A property that is `undefined` is absent. */
export function readProperties(given: Readonly<Record<string, unknown>>): PropertiesRead {
  const leftOut: string[] = []
  const properties: Record<string, Json> = {}
  for (const name of Object.keys(given)) {
    const value = readValue(given, name)
    if (value.outcome === 'json') properties[name] = value.json
    if (value.outcome === 'unreadable') leftOut.push(name)
  }
  return { properties, leftOut }
}

type ValueRead = { outcome: 'json'; json: Json } | { outcome: 'absent' } | { outcome: 'unreadable' }

function readValue(given: Readonly<Record<string, unknown>>, name: string): ValueRead {
  try {
    const value = given[name]
    if (value === undefined) return { outcome: 'absent' }
    // Nearly all properties are one of these: no need to write and read them.
    if (typeof value === 'string' || typeof value === 'boolean' || value === null)
      return { outcome: 'json', json: value }
    const text = JSON.stringify(value)
    return text === undefined ? { outcome: 'unreadable' } : { outcome: 'json', json: parseJson(text) as Json }
  } catch {
    return { outcome: 'unreadable' }
  }
}
