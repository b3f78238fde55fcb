import type { Host } from '../core/host.ts'
import { copyJson, freezeDeep, isRecord } from '../core/lib/json.ts'
import { memoizeLast } from '../core/lib/readable.ts'
import { type AnalyticsEvent, eventIdentity, isSameIdentity } from '../core/model/event.ts'
import { type Identity, type RegisteredPerson, withoutSecrets } from '../core/model/identity.ts'
import type { Json } from '../core/model/json.ts'
import type { Redacted } from '../core/stepHost.ts'

/** The function of the application. */
export type TraitsInput = (person: RegisteredPerson) => Readonly<Record<string, unknown>> | undefined

/** The traits of persons, by their unique identities. */
export type TraitsById = Readonly<Record<string, Readonly<Record<string, Json>>>>

/** Returns the traits of the persons of these events: of the person who is signed in, if one of the events is of that person. */
export type TraitsOf = (events: readonly AnalyticsEvent[]) => TraitsById | undefined

interface Needs extends Pick<Host, 'identity' | 'bus'> {
  /** Nothing else leaves the page. */
  redacted: Redacted
}

const FAILED = 'identity.traits has thrown, or has returned no plain object: batches go without traits (T171)'

/**
 * Reads the traits that the function in `identity.traits` of the settings returns for a person. There are none for a person who is impersonated: what a
 * support user does says nothing about the customer.
 */
export function readTraits(given: TraitsInput, { identity, bus, redacted }: Needs): TraitsOf {
  // Once for each identity, not for each batch.
  const traitsFor = memoizeLast((who: Identity): TraitsById | undefined => {
    if (who.status !== 'known' || who.impersonator !== undefined) return undefined
    try {
      const traits = given(who.person) as unknown
      if (traits === undefined || traits === null) return undefined
      if (Object.prototype.toString.call(traits) !== '[object Object]') throw traits
      const copy = copyJson(traits, withoutSecrets)
      if (!isRecord(copy)) throw copy
      const isEmpty = Object.keys(copy).length === 0
      // JSON has nothing of an instance with private fields or getters only. A plain object says that there are no traits.
      if (isEmpty && Object.getPrototypeOf(Object.getPrototypeOf(traits) ?? traits)) throw copy
      return isEmpty
        ? undefined
        : (freezeDeep({ [who.person.unique_identity]: redacted(copy as Json, 'traits') }) as TraitsById)
    } catch {
      bus.publish('problem', { where: 'identity', message: FAILED, isError: true })
      return undefined
    }
  })
  return (events) => {
    const who = identity.get()
    const owner = eventIdentity(who)
    const isOwn = owner?.id !== undefined && events.some((event) => isSameIdentity(event.identity, owner))
    return isOwn ? traitsFor(who) : undefined
  }
}
