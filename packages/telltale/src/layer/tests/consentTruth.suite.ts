import { DESTINATIONS, destinations, purposes, type Destination, type Purpose, type Who } from './consentWorld.suite.ts'

export type State = 'pending' | 'granted' | 'denied'
export type Choices = Partial<Record<Purpose, boolean>>

/** How often an event arrives at a destination, and whether the device may have it for that destination meanwhile. */
export interface Fate {
  readonly kind: 'held' | 'due' | 'proof' | 'may' | 'done' | 'never'
  readonly least: 0 | 1
  readonly most: 0 | 1
  readonly device: boolean
}

const fate = (kind: Fate['kind'], [least, most]: [0 | 1, 0 | 1], device = false): Fate => ({
  kind,
  least,
  most,
  device,
})
/** In the memory of its page. */
export const HELD = fate('held', [0, 0])
export const DUE = fate('due', [1, 1], true)
/** The record of a decision that allows nothing. */
export const PROOF = fate('proof', [1, 1])
export const MAY = fate('may', [0, 1], true)
/** It may be in the memory of a page. */
export const MAY_IN_MEMORY = fate('may', [0, 1])
/** It has arrived, and what was stored for it is gone. */
export const DONE = fate('done', [1, 1])
export const NEVER = fate('never', [0, 0])

/** An event, as its user knows it. */
export interface Tracked {
  readonly name: string
  readonly page: number
  readonly at: number
  /** Whose choice it is. `page 3`: it is not known yet who uses page 3. */
  owner: string
  /** What its `identity` must have. */
  who: Who
  /** The ids that `moment.consent` may have. `undefined`: nothing is known. */
  readonly decisions: readonly (string | undefined)[] | undefined
  readonly url: string
  /** Whether its page had it, or has written it, while its owner was the user of that page. */
  readonly isReleased: Partial<Record<Destination, boolean>>
  readonly fates: Record<Destination, Fate>
  readonly isProof: boolean
  /** Events of one line keep their order: those of one user, until the clock of the machine is set back. */
  readonly line: string
  readonly states?: Readonly<Record<string, State>>
}

interface Decision {
  readonly text: number
  readonly choices: Choices
  /** What was decided for other texts. */
  readonly earlier: Choices
  /** When each purpose was decided, as a number that only grows. */
  readonly order: Partial<Record<Purpose, number>>
  readonly ids: readonly string[]
}

export interface TruePage {
  readonly number: number
  who: Who
  /** Whose choice holds in it. `undefined`: that is not known. */
  holder: string | undefined
  readonly waiting: Choices[]
  readonly forgotten: Set<string>
}

interface Given {
  readonly initial: Choices
  /** Whether a user may release what another one has left behind in the page. */
  readonly isLenient: boolean
  /** Whether what a visitor decides before signing in holds for a person who has decided before. */
  readonly isVisitorHeard: boolean
  hasArrived(name: string, destination: Destination): boolean
}

/** What the documentation promises. It knows nothing of the library. */
export function createConsentTruth({ initial, isLenient, isVisitorHeard, hasArrived }: Given) {
  const decisions = new Map<string, Decision>()
  const tracked: Tracked[] = []
  const pages = new Map<number, TruePage>()
  /** Persons who were forgotten, and have not been here since. */
  const goners = new Set<string>()
  let visitors = 1
  let order = 0
  const truth = {
    text: 1,
    line: 1,
    /** Destinations that have not always answered. */
    failing: new Set<string>(),
    /** The purposes that pages have been allowed since the last look: `1 analytics`. */
    allowed: new Set<string>(),
    tracked,
    pages,
    decisions,
    stateOf,
    track,
    decide,
    open,
    be,
    end,
    forget,
    addId,
    isDeniedNow: (destination: Destination, page: TruePage) => stateOf(page, DESTINATIONS[destination]) === 'denied',
    /** Also for an earlier text, as long as it is not withdrawn. */
    isGrantedToAnybody: (purpose: Purpose) =>
      initial[purpose] === true ||
      [...decisions.values()].some(({ choices, earlier }) => (choices[purpose] ?? earlier[purpose]) === true),
    owners: () => [...new Set(tracked.map(({ owner }) => owner))],
    decidedState,
    loosen,
    mark,
    visitorNow,
    gone: () =>
      [...goners].filter(
        (person) => ![...pages.values()].some((page) => page.holder === person && !page.forgotten.has(person)),
      ),
  }

  function decidedState(holder: string, purpose: Purpose): State {
    const decision = decisions.get(holder)
    const choice = decision?.text === truth.text ? decision.choices[purpose] : undefined
    if (choice !== undefined) return choice ? 'granted' : 'denied'
    if ((decision?.choices[purpose] ?? decision?.earlier[purpose]) !== undefined) return 'pending'
    return initial[purpose] === undefined ? 'pending' : initial[purpose] ? 'granted' : 'denied'
  }

  function stateOf(page: Pick<TruePage, 'holder' | 'forgotten'>, purpose: Purpose): State {
    const { holder, forgotten } = page
    if (holder !== undefined) return forgotten.has(holder) ? 'denied' : decidedState(holder, purpose)
    const isDenied = [...decisions.values()].some(({ choices }) => choices[purpose] === false)
    return initial[purpose] === true && !isDenied ? 'granted' : 'pending'
  }

  /** Remembers what is allowed now. */
  function mark(): void {
    for (const page of pages.values())
      for (const one of purposes) if (stateOf(page, one) === 'granted') truth.allowed.add(`${page.number} ${one}`)
  }

  function visitorNow(): string {
    return `nobody ${visitors}`
  }

  const holderOf = (who: Who) =>
    who === undefined ? undefined : who === null ? visitorNow() : who.split(' as ').at(-1)
  const isKept = (page: TruePage | undefined, one: Tracked) => page !== undefined && page.holder === one.owner

  function track(page: TruePage, given: Pick<Tracked, 'name' | 'at' | 'url'>): void {
    const { holder } = page
    const fates = {} as Tracked['fates']
    for (const destination of destinations) {
      const state = stateOf(page, DESTINATIONS[destination])
      const isAgain = holder !== undefined && page.forgotten.has(holder) && decisions.has(holder)
      fates[destination] = isAgain ? MAY : state === 'granted' ? DUE : state === 'pending' ? HELD : NEVER
      if (holder === undefined && state === 'granted') fates[destination] = MAY
    }
    const decision = holder === undefined ? undefined : decisions.get(holder)
    const known = decision?.text === truth.text ? decision.ids : [undefined]
    const owner = holder ?? `page ${page.number}`
    const isReleased = Object.fromEntries(destinations.map((one) => [one, fates[one] === DUE]))
    const ids = holder === undefined || page.forgotten.has(holder) ? undefined : known
    tracked.push({
      ...given,
      page: page.number,
      owner,
      who: page.who,
      decisions: ids,
      isReleased,
      fates,
      isProof: false,
      line: `${truth.line} ${owner}`,
    })
  }

  /**
   * @param seen the decision that the page knows
   * @returns whether it is a decision, which the collectors get
   */
  function decide(
    page: TruePage,
    choices: Choices,
    seen: Decision | null = decisions.get(page.holder ?? '') ?? null,
  ): boolean {
    if (page.holder === undefined) return (page.waiting.push(choices), false)
    if (page.who?.includes(' as ') || page.forgotten.has(page.holder)) return false
    const before = decisions.get(page.holder)
    const isSame = before?.text === truth.text
    const entries = Object.entries(choices) as [Purpose, boolean][]
    if (seen?.text === truth.text && entries.every(([purpose, choice]) => seen.choices[purpose] === choice))
      return false
    order += 1
    decisions.set(page.holder, {
      text: truth.text,
      choices: isSame ? { ...before.choices, ...choices } : choices,
      earlier: isSame ? before.earlier : { ...before?.earlier, ...before?.choices },
      order: { ...(isSame && before.order), ...Object.fromEntries(entries.map(([purpose]) => [purpose, order])) },
      ids: [],
    })
    applyTo(page.holder)
    loosen()
    mark()
    return true
  }

  /** The decision in force has this id: its event is due at the collectors. */
  function addId(page: TruePage, id: string, { at, url }: Pick<Tracked, 'at' | 'url'>): void {
    const { holder = '' } = page
    const decision = decisions.get(holder)
    if (!decision) return
    decisions.set(holder, { ...decision, ids: [...decision.ids, id] })
    const states: Record<string, State> = {
      necessary: 'granted',
      ...Object.fromEntries(purposes.map((one) => [one, stateOf(page, one)])),
    }
    const isRefusal = !purposes.some((one) => states[one] === 'granted')
    tracked.push({
      ...{ name: id, page: page.number, at, url, owner: holder, who: page.who, decisions: undefined, states },
      isReleased: { collector: true, partner: true },
      fates: { collector: isRefusal ? PROOF : DUE, partner: isRefusal ? PROOF : DUE, script: NEVER },
      isProof: true,
      line: `${truth.line} ${holder}`,
    })
  }

  /** Releases and deletes what the state of a holder says now. */
  function applyTo(holder: string): void {
    const isSomeAllowed = purposes.some((one) => decidedState(holder, one) === 'granted')
    for (const one of tracked) {
      if (one.owner !== holder) {
        if (isSomeAllowed && pages.get(one.page)?.holder === holder) loosenOfOther(one, holder)
        continue
      }
      for (const destination of destinations) {
        const state = decidedState(holder, DESTINATIONS[destination])
        const now = one.fates[destination]
        if (one.isProof) {
          if (isSomeAllowed && now === PROOF) one.fates[destination] = DUE
          if ((state === 'denied' || !isSomeAllowed) && now === DUE) one.fates[destination] = MAY
        } else if (state === 'denied') one.fates[destination] = arrived(one, destination) ? DONE : NEVER
        else if (state === 'granted' && now === HELD) {
          one.fates[destination] = DUE
          one.isReleased[destination] = isKept(pages.get(one.page), one)
        }
      }
    }
  }

  /** What the present user of a page allows is also done with what others have left behind there. */
  function loosenOfOther(one: Tracked, holder: string): void {
    if (!isLenient) return
    for (const destination of destinations) {
      const isOfVisitor = one.who === null
      if (one.fates[destination] === PROOF) one.fates[destination] = DUE
      if (
        one.fates[destination] === HELD &&
        isOfVisitor &&
        decidedState(holder, DESTINATIONS[destination]) === 'granted'
      )
        one.fates[destination] = MAY
    }
  }

  const arrived = (one: Tracked, destination: Destination) =>
    one.fates[destination].most === 1 && hasArrived(one.name, destination)

  function open(number: number, who: Who): TruePage {
    const isForgotten = who === null && [...pages.values()].some(({ forgotten }) => forgotten.has(visitorNow()))
    if (isForgotten) visitors += 1
    meet(who, false)
    const page: TruePage = { number, who, holder: holderOf(who), waiting: [], forgotten: new Set() }
    pages.set(number, page)
    loosen()
    mark()
    return page
  }

  /** @returns the decisions that had waited for the user */
  function be(given: readonly TruePage[], who: Who): readonly (readonly [TruePage, Choices])[] {
    const waited: [TruePage, Choices][] = []
    meet(
      who,
      given.some((page) => page.who === null),
    )
    for (const page of given) {
      const wasUnknown = page.holder === undefined
      page.who = who
      page.holder = holderOf(who)
      if (page.holder === undefined) continue
      for (const one of tracked) {
        if (one.page !== page.number) continue
        if (one.owner === `page ${page.number}`) Object.assign(one, { owner: page.holder, who })
        if (one.owner !== page.holder) continue
        for (const destination of destinations) if (one.fates[destination] === DUE) one.isReleased[destination] = true
      }
      applyTo(page.holder)
      if (wasUnknown) waited.push(...page.waiting.splice(0).map((one): [TruePage, Choices] => [page, one]))
    }
    loosen()
    mark()
    return waited
  }

  /** Whoever signs in is the visitor of before. A visitor after whom a customer is impersonated is nobody any more. */
  function meet(who: Who, wasVisitor: boolean): void {
    if (typeof who !== 'string') return
    goners.delete(holderOf(who) ?? '')
    if (!who.includes(' as ')) signIn(who)
    else if (wasVisitor) visitors += 1
  }

  function signIn(person: string): void {
    const visitor = visitorNow()
    const decision = decisions.get(visitor)
    const before = decisions.get(person)
    if (decision) {
      const isSame = before?.text === decision.text
      if (isSame && !isVisitorHeard) decisions.delete(visitor)
    }
    if (decision && (before?.text !== decision.text || isVisitorHeard)) {
      const isSame = before?.text === decision.text
      const later = (purpose: Purpose) => (decision.order[purpose] ?? 0) > ((isSame && before.order[purpose]) || 0)
      const merged = purposes.map((one) => [one, (later(one) ? decision : isSame ? before : undefined)?.choices[one]])
      decisions.delete(visitor)
      decisions.set(person, {
        text: decision.text,
        earlier: { ...before?.earlier, ...(!isSame && before?.choices), ...decision.earlier },
        choices: Object.fromEntries(merged.filter(([, choice]) => choice !== undefined)),
        order: { ...(isSame && before.order), ...decision.order },
        ids: [...decision.ids, ...((isSame && before.ids) || [])],
      })
    }
    for (const one of tracked) if (one.owner === visitor) one.owner = person
    visitors += 1
    applyTo(person)
  }

  /** A script has one user: the events of others may be given up. */
  function loosen(): void {
    for (const one of isLenient ? tracked : []) {
      const others = [...pages.values()].filter((page) => page.holder !== one.owner && one.who === null)
      for (const destination of destinations)
        if (
          one.fates[destination] === DUE &&
          others.some((page) => stateOf(page, DESTINATIONS[destination]) === 'denied')
        )
          one.fates[destination] = MAY
    }
    for (const one of tracked)
      if (
        one.fates.script === DUE &&
        !arrived(one, 'script') &&
        [...pages.values()].some((page) => !isKept(page, one) || page.who !== one.who)
      )
        one.fates.script = MAY
  }

  /** @param isFragile whether what was not delivered yet may be lost */
  function end(page: TruePage, isFragile: boolean): void {
    pages.delete(page.number)
    for (const one of tracked) {
      if (one.page !== page.number) continue
      for (const destination of destinations) {
        const now = one.fates[destination]
        if (now === HELD) one.fates[destination] = NEVER
        else if (now === PROOF) one.fates[destination] = arrived(one, destination) ? DONE : MAY_IN_MEMORY
        else if (now === DUE && (isFragile || !one.isReleased[destination])) one.fates[destination] = MAY
      }
    }
  }

  function forget(page: TruePage): boolean {
    const { holder } = page
    if (holder === undefined || page.who?.includes(' as ')) return false
    decisions.delete(holder)
    if (page.who) goners.add(holder)
    for (const other of pages.values()) if (other.holder === holder) other.forgotten.add(holder)
    for (const one of tracked)
      if (one.owner === holder)
        for (const destination of destinations) one.fates[destination] = arrived(one, destination) ? DONE : NEVER
    return true
  }

  return truth
}

export type ConsentTruth = ReturnType<typeof createConsentTruth>
