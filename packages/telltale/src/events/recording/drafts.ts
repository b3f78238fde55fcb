import type { Host } from '../../core/host.ts'
import { attempt } from '../../core/lib/attempt.ts'
import { freezeDeep, isOpen, isRecord, readProperty, sameJson } from '../../core/lib/json.ts'
import { memoizeLast } from '../../core/lib/readable.ts'
import { shortUrl } from '../../core/lib/url.ts'
import { createUuidV7 } from '../../core/lib/uuid.ts'
import type { EventDraft, EventKind, EventProperties, Moment, TrackOptions } from '../../core/model/event.ts'
import type { Json } from '../../core/model/json.ts'
import { isText } from '../../core/model/promotion.ts'
import type { LibraryStep, Redacted } from '../../core/stepHost.ts'

/** Creates drafts from calls of `track`, and reports what is wrong with the calls. */
export interface Drafts {
  /**
   * Creates a draft from a call of the application. A call that TypeScript has not checked may pass any values, and
   * none of them may make this throw. Returns undefined for a call without a name, which cannot become an event.
   */
  ofCall(name: string, properties?: Readonly<Record<string, unknown>>, options?: TrackOptions): EventDraft | undefined
  /** Creates a draft of one of the library's own events, or of one that a step records. */
  ofOwn(name: string, given?: Readonly<Record<string, unknown>>, kind?: EventKind): EventDraft
}

/** The key of the whole address. It stays in memory: neither JSON nor the structured clone of a database has symbols. */
export const ADDRESS = Symbol()

/** A draft that is not settled by the lazy chunk yet. Its `url` is the short one. */
export interface AddressedDraft extends EventDraft {
  /** The whole address of the page. */
  readonly [ADDRESS]?: string
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }

interface DraftNeeds {
  hasMessaging: boolean
  /** The names of the destinations of this page. */
  destinations: readonly string[]
  /** What they add is part of each draft. */
  steps: readonly LibraryStep[]
  /** Nothing else is stored, or leaves the page. */
  redacted: Redacted
}

export function createDrafts({ platform, identity, questions, bus }: Host, needs: DraftNeeds): Drafts {
  const { hasMessaging, destinations, steps, redacted } = needs
  const { clock, page, random } = platform
  const mintId = createUuidV7(random.uuid)
  // Many events happen at the same address.
  const urlOf = memoizeLast(shortUrl)

  /** The latest moment. */
  let latest: Moment | undefined

  /** Events of one moment have one object, which is stored once. */
  const shared = (moment: Moment) => (sameJson(moment, latest) ? latest : (latest = freezeDeep(moment))) as Moment

  function report(message: string, isError?: true) {
    bus.publish('problem', { where: 'track', message, ...(isError && { isError }) })
  }

  /** @param name of the event, or of the step */
  function read(name: string, given: unknown): EventProperties {
    const { properties, leftOut } = readProperties(given)
    if (leftOut.length > 0) report(lossOf(name, leftOut))
    return properties
  }

  /** Creates a draft from the current identity, page and time. */
  function draftOf(name: string, given: EventProperties, messaging?: boolean): EventDraft {
    const at = clock.now()
    const address = redacted(page.url(), 'url')
    const url = urlOf(address)
    let properties = given
    let moment: Moment | undefined
    let waiting: Partial<EventDraft> | undefined
    for (const step of steps)
      try {
        const added = step.enrich?.(Object.freeze({ name, at, url, properties: Object.freeze(properties) }))
        if (added === undefined) continue
        if (![added.properties ?? added.moment, added.moment ?? added.properties].every(isRecord)) throw added
        if (added.properties) properties = { ...properties, ...read(step.name, added.properties) }
        if (added.moment) moment = { ...moment, ...read(step.name, added.moment) }
        if (added.draft) waiting = { ...waiting, ...added.draft }
      } catch {
        report(`the step "${step.name}" has failed: events go without what it adds (T156)`, true)
      }
    const draft: Mutable<AddressedDraft> = {
      id: mintId(at),
      page: questions.page,
      n: 0,
      name: redacted(name, 'name'),
      at,
      url,
      properties: redacted(properties, 'properties'),
      epoch: identity.get().epoch,
      destinations,
      [ADDRESS]: address,
    }
    // Assigned, not spread: three spreads of optional properties take a tenth of the whole call.
    if (messaging) draft.messaging = true
    if (moment) draft.moment = shared(redacted(moment as Json, 'moment') as Moment)
    return waiting ? Object.assign(draft, waiting) : draft
  }

  return {
    ofCall(name, given, optionsGiven) {
      if (!isText(name)) {
        report('the name of an event must be a non-empty string (T60)', true)
        return undefined
      }
      const options = readOptions(optionsGiven)
      if (bus.isHeard('call')) bus.publish('call', { name, given: given ?? {}, options })
      const properties = read(name, given)
      const { messaging } = options
      if (messaging && !hasMessaging) report(`"${name}" needs a messenger: set messaging. (T62)`, true)
      return draftOf(name, properties, messaging)
    },
    ofOwn: (name, given, kind) => Object.assign(draftOf(name, read(name, given)), kind && { kind }),
  }
}

/** Whether the value is the name of an event: a string that is not blank. */
export { isText as isName } from '../../core/model/promotion.ts'

/** Returns the options of an event, whatever value the application gave in their place. */
export const readOptions = (given: unknown): TrackOptions =>
  Object.freeze({ messaging: Boolean(attempt(() => (given as TrackOptions | undefined)?.messaging)) })

/** @param name of the event, or of the step */
export const lossOf = (name: string, leftOut: PropertiesRead['leftOut']) =>
  `"${name}" goes without ${leftOut.join(' and ')}, which JSON cannot hold (T61)`

export interface PropertiesRead {
  properties: EventProperties
  /**
   * The paths of what JSON cannot hold (functions, symbols, big integers, cycles, getters that throw), or would lose (`NaN`,
   * infinities, invalid dates, maps, sets, errors, instances that have private fields only), such as `lines[].price`. Each is named once.
   */
  leftOut: readonly string[]
}

/**
 * Returns a copy of everything that can be written as JSON. Later changes of the given object do not affect the copy. A
 * property whose value is `undefined` is absent. When nothing, or a value without properties, is given, all properties
 * are absent.
 *
 * @param others are not read: they replace the given ones
 */
export function readProperties(given: unknown, others: object = {}): PropertiesRead {
  const leftOut = new Set<string>()
  const read: [name: string, value: Json][] = []
  const names = attempt(() => namesOf(given ?? {}))
  if (!names) leftOut.add('all properties')
  for (const name of names ?? []) {
    if (Object.hasOwn(others, name)) continue
    const value = readProperty(given as object, name, (path) => leftOut.add(path))
    if (value !== undefined) read.push([name, value as Json])
  }
  // Not assigned one by one, because a property may be called `__proto__`.
  return { properties: Object.fromEntries(read), leftOut: [...leftOut] }
}

/** Returns undefined for a value that has no properties, such as a text, a map or an instance with private fields only. */
const namesOf = (given: object): readonly string[] | undefined =>
  typeof given === 'object' && isOpen(given) ? Object.keys(given) : undefined
