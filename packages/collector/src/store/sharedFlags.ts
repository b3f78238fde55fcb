import { createHash } from 'node:crypto'

/**
 * The flags that many events have in common. A sink that says so in `EventSink.sharesFlags` gets them once. The event has them all the same
 * wherever it is read.
 */
export interface SharedFlags {
  /** The SHA-256 of `json` in hexadecimal digits. */
  readonly digest: string
  /**
   * A JSON object. Its `properties` are added to those of the event. Its `flags`, which may be absent, say how the flags came to their values.
   */
  readonly json: string
}

/** Events with fewer characters of flags have them in their bodies: a row of their own would take as much room. */
const MIN_LENGTH = 1_000
/** Whoever reads 1,000 events at once gets their flags 1,000 times. */
const MAX_LENGTH = 64 * 1024

/** Returns `undefined` for flags that are so few, or so many, that each event has its own copy. */
export function shareFlags(properties: object, flags: object | undefined): SharedFlags | undefined {
  // A store reads this property of an event: see `visitorOf`.
  if (Object.hasOwn(properties, 'visitor') || !saysAll(properties, flags)) return undefined
  const json = JSON.stringify({ properties, ...(flags && { flags }) })
  if (json.length < MIN_LENGTH || json.length > MAX_LENGTH) return undefined
  return { digest: createHash('sha256').update(json).digest('hex'), json }
}

/** Whether the value of each flag is here, and not among the properties of an event. */
const saysAll = (properties: object, flags: object = {}) =>
  Object.entries(flags as Fields).every(
    ([key, flag]) =>
      typeof flag !== 'object' ||
      flag === null ||
      Object.hasOwn(flag, 'value') ||
      Object.hasOwn(properties, String((flag as { readonly property?: unknown }).property ?? key)),
  )

type Fields = Readonly<Record<string, unknown>>

interface ReadFlags {
  readonly properties: Fields
  readonly flags?: Fields
  /** The properties as JSON, without their braces. */
  readonly text: string
  readonly flagsText?: string
}

/** Returns a function that adds the flags to the body of an event. It reads the same flags once. */
export function flagsAdder(): (body: string, json: string | null) => string {
  const known = new Map<string, ReadFlags>()
  return (body, json) => {
    if (json === null) return body
    const shared = known.get(json) ?? readFlags(json)
    known.set(json, shared)
    const event = JSON.parse(body) as Record<string, unknown>
    const own = (event['properties'] ??= {}) as Fields
    if (shared.flags) event['flags'] = shared.flags
    // Two objects of some hundred properties are merged in milliseconds, two texts in microseconds.
    if (Object.keys(own).some((name) => Object.hasOwn(shared.properties, name))) {
      event['properties'] = { ...own, ...shared.properties }
      return JSON.stringify(event)
    }
    const texts = Object.entries(event).map(([name, value]) => `${JSON.stringify(name)}:${textOf(name, value)}`)
    return `{${texts.join()}}`

    function textOf(name: string, value: unknown): string {
      if (name === 'properties') return joined(own, shared.text)
      return name === 'flags' && shared.flagsText !== undefined ? shared.flagsText : JSON.stringify(value)
    }
  }
}

function readFlags(json: string): ReadFlags {
  const { properties, flags } = JSON.parse(json) as { properties: Fields; flags?: Fields }
  const text = JSON.stringify(properties).slice(1, -1)
  return { properties, text, ...(flags && { flags, flagsText: JSON.stringify(flags) }) }
}

function joined(own: Fields, flags: string): string {
  const text = JSON.stringify(own).slice(0, -1)
  return `${text}${text.length > 1 && flags !== '' ? ',' : ''}${flags}}`
}
