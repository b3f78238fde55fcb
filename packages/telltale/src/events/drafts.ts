import type { Host } from '../core/host.ts'
import { attempt } from '../core/lib/attempt.ts'
import { parseJson } from '../core/lib/json.ts'
import { memoizeLast } from '../core/lib/readable.ts'
import { publicUrl } from '../core/lib/url.ts'
import { createUuidV7 } from '../core/lib/uuid.ts'
import { type EventDraft, eventIdentity, type EventProperties, type TrackOptions } from '../core/model/event.ts'
import type { Identity } from '../core/model/identity.ts'
import type { Json } from '../core/model/json.ts'
import type { Platform } from '../core/ports/platform.ts'

/** Creates drafts from calls of `track`, and reports what is wrong with the calls. */
export interface Drafts {
  /**
   * Creates a draft from a call of the application. A call that TypeScript has not checked may pass any values, and
   * none of them may make this throw. Returns undefined for a call without a name, which cannot become an event.
   */
  ofCall(name: string, properties?: Readonly<Record<string, unknown>>, options?: TrackOptions): EventDraft | undefined
  /** Creates a draft of one of the library's own events. */
  ofOwn(name: string): EventDraft
}

export function createDrafts({ platform, identity, bus }: Host, hasMessaging: boolean): Drafts {
  const needs = {
    ...platform,
    mintId: createUuidV7(platform.random.uuid),
    // Many events happen at the same address.
    urlOf: memoizeLast((url: string) => publicUrl(url)),
  }

  function report(message: string, isError?: true) {
    bus.publish('problem', { where: 'track', message, ...(isError && { isError }) })
  }

  function draft(name: string, given: unknown, options: TrackOptions): EventDraft {
    const { properties, leftOut } = readProperties(given)
    if (leftOut.length > 0) report(`"${name}" goes without ${leftOut.join(' and ')}, which JSON cannot hold (T61)`)
    if (options.messaging && !hasMessaging) report(`"${name}" needs a messenger: set messaging. (T62)`, true)
    return draftEvent(needs, identity.get(), { name, properties, options })
  }

  return {
    ofCall(nameGiven, given, optionsGiven) {
      const name = readName(nameGiven)
      const options = readOptions(optionsGiven)
      if (name === undefined) {
        report('the name of an event must be a non-empty string (T60)', true)
        return undefined
      }
      if (bus.isHeard('tracked')) bus.publish('tracked', { name, given: given ?? {}, options })
      return draft(name, given, options)
    },
    ofOwn: (name) => draft(name, undefined, {}),
  }
}

interface Needs extends Pick<Platform, 'clock' | 'page'> {
  /** Creates an id from a time in milliseconds since 1970. */
  mintId(unixMs: number): string
  /** Returns the address without secrets and e-mail addresses. */
  urlOf(url: string): string
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }

/** Creates a draft from the current identity, page and time. */
function draftEvent(
  { clock, page, mintId, urlOf }: Needs,
  identity: Identity,
  { name, properties, options = {} }: { name: string; properties: EventProperties; options?: TrackOptions },
): EventDraft {
  const at = clock.now()
  const { width, height } = page.screen()
  const draft: Mutable<EventDraft> = {
    id: mintId(at),
    name,
    at,
    url: urlOf(page.url()),
    properties: { ...properties, screen_dimensions: `${width}x${height}` },
    epoch: identity.epoch,
  }
  // Assigned, not spread: three spreads of optional properties take a tenth of the whole call.
  if (options.messaging) draft.messaging = true
  const owner = eventIdentity(identity)
  if (owner) draft.identity = owner
  else if (identity.credential) draft.credential = identity.credential
  return draft
}

/** Returns the name of an event, or undefined when the application gave anything but a string that is not blank. */
export const readName = (given: unknown): string | undefined =>
  typeof given === 'string' && given.trim() !== '' ? given : undefined

const PLAIN: TrackOptions = { messaging: false }

/** Returns the valid options of an event, whatever value the application gave in their place. */
export const readOptions = (given: unknown): TrackOptions =>
  given === undefined
    ? PLAIN
    : attempt<TrackOptions>(
        () => ({ messaging: Boolean((Object(given) as TrackOptions).messaging) }),
        () => ({}),
      )

export interface PropertiesRead {
  properties: EventProperties
  /**
   * The names of the properties that JSON cannot hold (functions, symbols, big integers, cycles, getters that throw),
   * and of those whose value JSON would lose (`NaN`, infinities, invalid dates, maps, sets, errors).
   */
  leftOut: readonly string[]
}

/**
 * Returns a copy of everything that can be written as JSON. Later changes of the given object do not affect the copy. A
 * property whose value is `undefined` is absent. When nothing, or a value without properties, is given, all properties
 * are absent.
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
  // Not assigned one by one, because a property may be called `__proto__`.
  return { properties: Object.fromEntries(read), leftOut }
}

/** Returns undefined for a value that is not an object, or that throws when its properties are listed. */
const namesIn = (source: object): readonly string[] | undefined =>
  attempt(
    () => {
      const names = typeof source === 'object' ? Object.keys(source) : []
      return names.length === 0 && isOfAnotherKind(source) ? undefined : names
    },
    () => undefined,
  )

/** Whether the value is not a plain object, as JSON has them. */
const isOfAnotherKind = (value: unknown) => Object.prototype.toString.call(value) !== '[object Object]'

type ValueRead = { outcome: 'json'; json: Json } | { outcome: 'absent' } | { outcome: 'unreadable' }

function readValue(given: Readonly<Record<string, unknown>>, name: string): ValueRead {
  try {
    const value = given[name]
    if (value === undefined) return { outcome: 'absent' }
    // Nearly all properties have one of these types, and need not be converted to JSON and back.
    if (typeof value === 'string' || typeof value === 'boolean' || value === null)
      return { outcome: 'json', json: value }
    const text = JSON.stringify(value)
    const saysNothing = text === undefined || text === 'null' || (text === '{}' && isOfAnotherKind(value))
    return saysNothing ? { outcome: 'unreadable' } : { outcome: 'json', json: parseJson(text) as Json }
  } catch {
    return { outcome: 'unreadable' }
  }
}
