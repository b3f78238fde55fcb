import { attempt } from '../core/lib/attempt.ts'
import { freezeDeep, isRecord, sameJson } from '../core/lib/json.ts'
import type { Consents } from '../core/model/consent.ts'
import type { Identity } from '../core/model/identity.ts'
import type { Platform } from '../core/ports/platform.ts'
import { createTokenDigests } from '../core/tokenDigests.ts'
import { createOwners } from './owners.ts'
import { type Decision, joined, NECESSARY, readDecision, stateOf, writeDecision } from './decisions.ts'
import type { Choices, ConsentSettings } from './options.ts'

/** The beginning of the key of a decision. The space of the application follows, and a digest of the person, if somebody is signed in. */
const DECISION = 'consent:'

/** What a user decides. */
export type Wanted = Pick<Decision, 'purposes' | 'text' | 'source'>

/** Makes the event that records a decision, and returns its id. */
export type RecordDecision = (properties: object) => string | undefined

interface Needs extends Pick<Platform, 'clock' | 'random' | 'storage'> {
  settings: Pick<ConsentSettings, 'initial' | 'text'>
  space: string
  /** The purposes that can be decided. */
  optional: readonly string[]
  /** The purposes that a signal of the browser denies. */
  denied: readonly string[]
}

/** What the present user allows, and what this browser knows of others: each person has a decision, and whoever is not signed in. */
export function createConsentState({ settings, space, optional, denied, clock, random, storage }: Needs) {
  const { initial = {}, text: version } = settings
  const digests = createTokenDigests({ storage, random })
  const prefix = DECISION + space
  const keyOf = (id: string) => prefix + (id && ` ${digests.of(id)}`)
  /** The decisions of this page: for a browser that keeps nothing, and until it shows what this page has stored. */
  const own = new Map<string, Decision>()
  /** Those of whom the browser has kept a decision of this page. */
  const kept = new Set<string>()
  /** The users who are forgotten, as long as this page is open. */
  const forgotten = new Set<string>()
  const owners = createOwners()
  const { holder: holderNow, present } = owners
  let who: Identity = { status: 'resolving', epoch: '' }
  /** What a consent tool allows as long as nobody has decided. */
  let assumed: Choices = {}

  const isImpersonated = () => who.status === 'known' && who.impersonator !== undefined

  const latestOf = (id: string) => joined(own.get(id), readDecision(storage.get(keyOf(id))))
  const isOfVersion = ({ text }: Decision) => [undefined, text].includes(version)

  /** The purposes that are pending again after this decision. */
  const overIn = (decision: Decision) => [
    ...decision.over,
    ...(isOfVersion(decision) ? [] : Object.keys(decision.purposes)),
  ]

  function decisionOf(id: string): Decision | undefined {
    const latest = latestOf(id)
    return latest && isOfVersion(latest) ? latest : undefined
  }

  function keep(id: string, decision: Decision) {
    const [key, text] = [keyOf(id), writeDecision(decision)]
    own.set(id, decision)
    let isKept = storage.get(key) === text || storage.set(key, text)
    if (!isKept) {
      // A full browser keeps no earlier decision in place of this one, which may have room where that one was.
      storage.remove(key)
      isKept = storage.set(key, text)
    }
    kept[isKept ? 'add' : 'delete'](id)
  }

  /** What was decided for another version of the text is pending again, whatever the settings say. */
  function initialNow(): Choices {
    const given =
      typeof initial === 'function' ? attempt(() => initial(who.status === 'known' ? who.person : undefined)) : initial
    const former = latestOf(holderNow() ?? '')
    const over = former ? overIn(former) : []
    const isOver = (purpose: string) => over.includes(purpose)
    const all = { ...(isRecord(given) && given), ...assumed }
    return Object.fromEntries(Object.entries(all).filter(([purpose]) => !isOver(purpose))) as Choices
  }

  /** The decisions that the browser has kept, of all its users. */
  const keptByAll = () => storage.keys(prefix).flatMap((key) => readDecision(storage.get(key)) ?? [])

  /** While it is not known whose page this is, what holds for whoever has not decided, unless somebody has denied it in this browser. */
  function defaultsOfAll() {
    // A function has no purposes.
    const all: Choices = { ...initial, ...assumed }
    const isDeniedBySomebody = (purpose: string) => keptByAll().some(({ purposes }) => purposes[purpose] === false)
    return { initial: Object.fromEntries(Object.entries(all).filter(([one]) => !isDeniedBySomebody(one))), denied }
  }

  const isForgotten = (owner = present()) => owner !== undefined && forgotten.has(owner)

  /** The state of each purpose after this decision. */
  function statesAfter(decision: Pick<Decision, 'purposes'> | undefined) {
    const defaults = holderNow() === undefined ? defaultsOfAll() : { initial: initialNow(), denied }
    if (isForgotten()) return Object.fromEntries([NECESSARY, ...optional].map((one) => [one, 'denied' as const]))
    return Object.fromEntries([NECESSARY, ...optional].map((one) => [one, stateOf(one, decision, defaults)]))
  }

  function stateNow(): Consents {
    const holder = holderNow()
    const decision = holder === undefined ? undefined : decisionOf(holder)
    const { purposes: _choices, times: _times, over: _over, ...about } = decision ?? {}
    const purposes = statesAfter(decision)
    const isLocked = isImpersonated()
    return freezeDeep({
      purposes,
      ...(decision && { decision: about as Consents['decision'] }),
      shouldAsk: holder !== undefined && !isLocked && Object.values(purposes).includes('pending'),
      isLocked,
    })
  }

  function remove(id: string) {
    own.delete(id)
    storage.remove(keyOf(id))
  }

  /** What a visitor has decided is a decision of the person who signs in. */
  function takeOver(id: string) {
    if (!latestOf('')) return
    const [visitors, persons] = [decisionOf(''), decisionOf(id)]
    const next = joined(persons, visitors)
    const isNew = next !== undefined && next !== persons
    if (isNew) keep(id, next)
    owners.inherit(id)
    // A browser that keeps nothing has it as the decision of the visitor.
    if (!isNew || kept.has(id)) remove('')
  }

  let current = stateNow()

  /** Returns whether anything has changed. */
  function update(): boolean {
    const next = stateNow()
    if (sameJson(next, current)) return false
    current = next
    return true
  }

  /** Forgets the present user in this page. */
  function forget() {
    const [owner, holder] = [present(), holderNow()]
    if (owner === undefined || holder === undefined) return
    forgotten.add(owner)
    remove(holder)
  }

  /** Records what holds after this decision, and keeps it. */
  function take(id: string, { purposes, text, source, ...rest }: Omit<Decision, 'id'>, record: RecordDecision) {
    const event = record({ purposes: statesAfter({ purposes }), text, source }) ?? ''
    keep(id, { ...rest, id: event, text, source, purposes })
  }

  return {
    /** How the keys of decisions begin. */
    prefix,
    get: () => current,
    /** See `Permits`. */
    holder: holderNow,
    /** See `Permits`. */
    ownerOf: owners.of,
    holderOf: owners.holderOf,
    update,
    /** The state of a purpose, for the present user or for another owner of events. */
    of(purpose: string, owner = present()) {
      const ofPresent =
        owner === present() && Object.hasOwn(current.purposes, purpose) ? current.purposes[purpose] : undefined
      const defaults = { initial: { ...initial, ...assumed }, denied }
      const id = owners.isVisitor(owner) ? undefined : owner
      return ofPresent ?? stateOf(purpose, id === undefined ? undefined : decisionOf(id), defaults)
    },
    /** This is the identity from now on. */
    follow(next: Identity) {
      who = next
      const hasSignedIn = owners.follow(holderIn(next), isImpersonated() || isForgotten())
      // Without `identity.visitor`, all visitors have one name.
      if (hasSignedIn) forgotten.delete(owners.of({}) ?? '')
      const holder = holderNow()
      // What an impersonator has decided as a visitor is not the choice of the customer, and not that of the next visitor.
      if (holder && isImpersonated() && hasSignedIn) remove('')
      if (holder && !isImpersonated()) takeOver(holder)
    },
    /** The browser has another visitor now: who was forgotten stays so. */
    meet(id: string | undefined) {
      const wasForgotten = isForgotten()
      owners.meet(id)
      if (wasForgotten) forgotten.add(present() ?? '')
    },
    /**
     * Decides for the present user. `record` makes the event that records it. Nothing happens if the user has said the same before. Returns whether
     * something is denied that was not.
     */
    decide({ purposes: choices, ...about }: Wanted, record: RecordDecision): boolean {
      const holder = holderNow()
      if (holder === undefined || isForgotten()) return false
      const latest = latestOf(holder)
      const before = decisionOf(holder)
      const purposes = { ...before?.purposes, ...choices }
      if (before?.text === about.text && sameJson(before.purposes, purposes)) return false
      // The clock may have been set back, and what a visitor decides may be compared with what any person has decided.
      const at = Math.max(clock.now(), ...[...own.values(), ...keptByAll()].map((one) => one.at + 1))
      const times = Object.fromEntries(Object.keys(choices).map((purpose) => [purpose, at]))
      const over = latest ? overIn(latest) : []
      take(holder, { at, ...about, purposes, times: { ...before?.times, ...times }, over }, record)
      return Object.values(choices).includes(false)
    },
    isForgotten,
    /** Forgets a person who has been here. */
    forgetFormer: (id: string) => void forgotten.add(id),
    seen: owners.seen,
    hasForgotten: () => forgotten.size > 0,
    /** The present user has decided again. */
    remember: () => void forgotten.delete(present() ?? ''),
    /** This holds as long as nobody has decided. */
    assume: (choices: Choices) => void (assumed = choices),
    /** What `startDeciding` needs. */
    digests,
    own,
    kept,
    stored: (id: string) => readDecision(storage.get(keyOf(id))),
    keep,
    take,
    forget,
  }
}

export type ConsentState = ReturnType<typeof createConsentState>

/** After a failure nobody knows whose page it is. */
function holderIn(who: Identity): string | undefined {
  if (who.status === 'known') return who.person.unique_identity
  return who.status === 'unknown' && who.reason === 'signed-out' ? '' : undefined
}
