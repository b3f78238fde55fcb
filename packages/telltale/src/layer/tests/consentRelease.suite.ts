import type { ConsentDecisions } from './consentDecisions.suite.ts'
import { DONE, DUE, HELD, MAY, NEVER, PROOF, type State, type Tracked, type TruePage } from './consentFates.suite.ts'
import { DESTINATIONS, destinations, purposes, type Destination, type Purpose } from './consentWorld.suite.ts'

export interface Needs {
  readonly decisions: ConsentDecisions
  readonly tracked: readonly Tracked[]
  readonly pages: ReadonlyMap<number, TruePage>
  readonly isLenient: boolean
  stateOf(page: TruePage, purpose: Purpose): State
  arrived(one: Tracked, destination: Destination): boolean
}

/** What a change of the users and their decisions does with the events of before. */
export function createRelease({ decisions, tracked, pages, isLenient, stateOf, arrived }: Needs) {
  const isKept = (one: Tracked) => pages.get(one.page)?.holder === one.owner

  /** Releases and deletes what the state of a holder says now. */
  function applyTo(holder: string): void {
    const isSomeAllowed = purposes.some((one) => decisions.state(holder, one) === 'granted')
    for (const one of tracked) {
      if (one.owner !== holder) {
        if (isLenient && isSomeAllowed && pages.get(one.page)?.holder === holder) loosenOfOther(one, holder)
        continue
      }
      for (const destination of destinations) {
        const state = decisions.state(holder, DESTINATIONS[destination])
        const now = one.fates.get(destination)
        if (one.isProof) {
          if (isSomeAllowed && now === PROOF) one.fates.set(destination, DUE)
          if ((state === 'denied' || !isSomeAllowed) && now === DUE) one.fates.set(destination, MAY)
        } else if (state === 'denied') deny(one, destination)
        else if (state === 'granted' && now === HELD) {
          one.fates.set(destination, DUE)
          one.isReleased.set(destination, isKept(one))
        }
      }
    }
  }

  function deny(one: Tracked, destination: Destination): void {
    const isStored = one.fates.get(destination) === DUE || one.fates.get(destination) === MAY
    const wasVisitor = one.who === null && !one.owner.startsWith('nobody')
    const isLeft = isLenient && isStored && (wasVisitor || one.text !== decisions.text)
    one.fates.set(destination, isLeft ? MAY : arrived(one, destination) ? DONE : NEVER)
  }

  /** What the present user of a page allows is also done with what others have left behind there. */
  function loosenOfOther(one: Tracked, holder: string): void {
    for (const destination of destinations) {
      const now = one.fates.get(destination)
      const isGranted = decisions.state(holder, DESTINATIONS[destination]) === 'granted'
      if (now === PROOF) one.fates.set(destination, DUE)
      if (now === HELD && one.who === null && isGranted) one.fates.set(destination, MAY)
    }
  }

  /** What a page holds whose user is not known yet may go when nobody is left who denies it. */
  function releaseUnknown(): void {
    for (const one of tracked) {
      const page = pages.get(one.page)
      if (!page || page.holder !== undefined) continue
      const isStored = isLenient && [...one.fates.values()].includes(MAY) && purposes.some(decisions.isDeniedByAnybody)
      for (const destination of destinations) {
        const isGranted = stateOf(page, DESTINATIONS[destination]) === 'granted'
        if (one.fates.get(destination) === HELD && (isGranted || isStored)) one.fates.set(destination, MAY)
      }
    }
  }

  /** A script has one user: the events of others may be given up. */
  function loosen(): void {
    const open = [...pages.values()]
    for (const one of tracked) {
      const isOfOther = (page: TruePage) => page.holder !== one.owner || page.who !== one.who
      if (one.fates.get('script') === DUE && !arrived(one, 'script') && open.some(isOfOther))
        one.fates.set('script', MAY)
      if (!isLenient || one.who !== null) continue
      const others = open.filter((page) => page.holder !== one.owner)
      for (const destination of destinations)
        if (
          one.fates.get(destination) === DUE &&
          others.some((page) => stateOf(page, DESTINATIONS[destination]) === 'denied')
        )
          one.fates.set(destination, MAY)
    }
  }

  return {
    applyTo,
    /** After each change. */
    loosenAll() {
      releaseUnknown()
      loosen()
    },
  }
}
