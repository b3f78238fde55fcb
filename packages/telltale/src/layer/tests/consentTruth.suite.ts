import { createDecisions, type Decision } from './consentDecisions.suite.ts'
import {
  DONE,
  DUE,
  HELD,
  isImpersonated,
  MAY,
  MAY_IN_MEMORY,
  NEVER,
  PROOF,
  type Choices,
  type State,
  type Tracked,
  type TruePage,
} from './consentFates.suite.ts'
import { createRelease } from './consentRelease.suite.ts'
import type { Who } from './consentPage.suite.ts'
import { DESTINATIONS, destinations, purposes, type Destination, type Purpose } from './consentWorld.suite.ts'

interface Given {
  readonly initial: Choices
  /** Leaves open what the options of a scope exclude. */
  readonly isLenient: boolean
  readonly isVisitorHeard: boolean
  hasArrived(name: string, destination: Destination): boolean
}

export type ConsentTruth = ReturnType<typeof createConsentTruth>

/** What the documentation promises. It knows nothing of the library. */
export function createConsentTruth({ initial, isLenient, isVisitorHeard, hasArrived }: Given) {
  const decisions = createDecisions(initial, isVisitorHeard)
  const tracked: Tracked[] = []
  const pages = new Map<number, TruePage>()
  /** Persons who were forgotten, and have not been here since. */
  const goners = new Set<string>()
  let visitors = 1
  const arrived = (one: Tracked, destination: Destination) =>
    one.fates.get(destination)?.most === 1 && hasArrived(one.name, destination)
  const { applyTo, loosenAll } = createRelease({ decisions, tracked, pages, isLenient, stateOf, arrived })
  const truth = {
    decisions,
    tracked,
    pages,
    /** Grows when the clock of the machine is set back. */
    line: 1,
    /** Destinations that have not always answered. */
    failing: new Set<string>(),
    /** The purposes that pages have been allowed since the last look: `1 analytics`. */
    allowed: new Set<string>(),
    stateOf,
    track,
    decide,
    recordDecision,
    open,
    be,
    adopt,
    end,
    forget,
    mark,
    gone: () =>
      [...goners].filter((person) => ![...pages.values()].some((page) => page.holder === person && !isGone(page))),
  }

  const isGone = ({ holder = '', forgotten }: TruePage) => forgotten.has(holder)

  function stateOf(page: TruePage, purpose: Purpose): State {
    if (page.holder !== undefined) return isGone(page) ? 'denied' : decisions.state(page.holder, purpose)
    return initial[purpose] === true && !decisions.isDeniedByAnybody(purpose) ? 'granted' : 'pending'
  }

  /** Remembers what is allowed now. */
  function mark(): void {
    for (const page of pages.values())
      for (const one of purposes) if (stateOf(page, one) === 'granted') truth.allowed.add(`${page.number} ${one}`)
  }

  function settle(): void {
    loosenAll()
    mark()
  }

  const visitorNow = () => `nobody ${visitors}`
  const holderOf = (who: Who) => (who === null ? visitorNow() : who?.split(' as ').at(-1))

  function track(page: TruePage, given: Pick<Tracked, 'name' | 'at' | 'url'>): void {
    const fateAt = (destination: Destination) => {
      const state = stateOf(page, DESTINATIONS[destination])
      if (isGone(page) && decisions.has(page.holder)) return MAY
      if (state === 'granted') return page.holder === undefined ? MAY : DUE
      return state === 'pending' ? HELD : NEVER
    }
    const fates = new Map(destinations.map((one) => [one, fateAt(one)]))
    const decision = decisions.get(page.holder)
    const ids = decision?.text === decisions.text ? decision.ids : [undefined]
    const owner = page.holder ?? `page ${page.number}`
    tracked.push({
      ...{ ...given, page: page.number, text: decisions.text, owner, who: page.who, fates, isProof: false },
      decisions: page.holder === undefined || isGone(page) ? undefined : ids,
      isReleased: new Map(destinations.map((one) => [one, fates.get(one) === DUE])),
      line: `${truth.line} ${owner}`,
    })
    settle()
  }

  /**
   * @param seen the decision that the page knows
   * @returns whether it is a decision, which the collectors get
   */
  function decide(
    page: TruePage,
    choices: Choices,
    seen: { decision: Decision | undefined } = { decision: decisions.get(page.holder) },
  ): boolean {
    if (page.holder === undefined) {
      page.waiting.push(choices)
      return false
    }
    if (isImpersonated(page.who) || isGone(page)) return false
    if (!decisions.decide(page.holder, choices, seen.decision)) return false
    applyTo(page.holder)
    settle()
    return true
  }

  /** The decision in force has this id: its event is due at the collectors. */
  function recordDecision(page: TruePage, id: string, { at, url }: Pick<Tracked, 'at' | 'url'>): void {
    const { holder = '' } = page
    decisions.addId(holder, id)
    const states = Object.fromEntries(purposes.map((one) => [one, stateOf(page, one)]))
    const fate = Object.values(states).includes('granted') ? DUE : PROOF
    tracked.push({
      ...{ name: id, page: page.number, text: decisions.text, at, url, owner: holder, who: page.who },
      ...{ decisions: undefined, isProof: true, line: `${truth.line} ${holder}` },
      states: { necessary: 'granted', ...states },
      isReleased: new Map(destinations.map((one) => [one, true])),
      fates: new Map(destinations.map((one) => [one, one === 'script' ? NEVER : fate])),
    })
  }

  function open(number: number, who: Who): void {
    if (who === null && [...pages.values()].some(({ forgotten }) => forgotten.has(visitorNow()))) visitors += 1
    meet(who, false)
    pages.set(number, { number, who, holder: holderOf(who), waiting: [], forgotten: new Set(), witnessed: new Set() })
    settle()
  }

  /** Another user is there, or it is known now who it is. */
  function be(given: readonly TruePage[], who: Who): void {
    const wasVisitor = given.some((page) => page.who === null)
    meet(who, wasVisitor)
    for (const page of given) {
      page.who = who
      page.holder = holderOf(who)
    }
    for (const page of given) if (page.waiting.length === 0) adopt(page)
    settle()
  }

  /** What has happened in the page belongs to its user. */
  function adopt({ number, holder, who }: TruePage): void {
    if (holder === undefined) return
    for (const one of tracked) {
      if (one.page !== number) continue
      if (one.owner === `page ${number}`) Object.assign(one, { owner: holder, who })
      if (one.owner !== holder) continue
      for (const destination of destinations)
        if (one.fates.get(destination) === DUE) one.isReleased.set(destination, true)
    }
    applyTo(holder)
    settle()
  }

  /** Whoever signs in is the visitor of before. A visitor after whom a customer is impersonated is nobody any more. */
  function meet(who: Who, wasVisitor: boolean): void {
    if (typeof who !== 'string') return
    goners.delete(holderOf(who) ?? '')
    if (!isImpersonated(who)) return signIn(who)
    if (!wasVisitor) return
    visitors += 1
    for (const page of pages.values()) if (page.who === null && !isGone(page)) page.holder = visitorNow()
  }

  function signIn(person: string): void {
    const visitor = visitorNow()
    decisions.takeOver(visitor, person)
    const isStored = isLenient && purposes.some((purpose) => initial[purpose])
    for (const one of tracked) {
      if (one.owner !== visitor) continue
      one.owner = person
      for (const at of destinations) if (isStored && one.fates.get(at) === PROOF) one.fates.set(at, DUE)
    }
    visitors += 1
    applyTo(person)
  }

  /** @param isFragile whether what was not delivered yet may be lost */
  function end({ number }: TruePage, isFragile: boolean): void {
    pages.delete(number)
    for (const one of tracked) {
      if (one.page !== number) continue
      const isDraft =
        isLenient && one.owner === `page ${number}` && [...one.fates.values()].some(({ device }) => device)
      for (const at of destinations) {
        const now = one.fates.get(at)
        if (now === HELD) one.fates.set(at, isDraft ? MAY : NEVER)
        else if (now === PROOF) one.fates.set(at, arrived(one, at) ? DONE : MAY_IN_MEMORY)
        else if (now === DUE && (isFragile || one.isReleased.get(at) !== true)) one.fates.set(at, MAY)
      }
    }
  }

  function forget(page: TruePage): void {
    const { holder } = page
    if (holder === undefined || isImpersonated(page.who)) return
    decisions.remove(holder)
    if (page.who) goners.add(holder)
    for (const other of pages.values()) other.witnessed.add(holder.replace(/ .*/, ''))
    for (const other of pages.values()) if (other.holder === holder) other.forgotten.add(holder)
    for (const one of tracked)
      if (one.owner === holder) for (const at of destinations) one.fates.set(at, arrived(one, at) ? DONE : NEVER)
  }

  return truth
}
