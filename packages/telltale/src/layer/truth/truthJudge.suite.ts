import { expect } from 'vitest'
import type { AnalyticsEvent } from '../../core/model/event.ts'
import type { ProgressStep } from '../../core/model/diagnostics.ts'
import { placesOf, isSameSpace } from './truthDeployments.suite.ts'
import type { History, Played } from './truthHistory.suite.ts'
import {
  answeredOn,
  answersOn,
  between,
  confirmedOn,
  GIVE_UP_MS,
  isSame,
  ofType,
  saysLater,
  tokenOn,
  tokensOn,
  userOf,
  type Fact,
  type FactOf,
} from './truthLog.suite.ts'
import { JOIN, withoutVisitor } from '../tests/visitorBrowser.suite.ts'
import { possibleOutcomes } from './truthModel.suite.ts'
import type { Page, Seen } from './truthPage.suite.ts'
import type { Arrival, World } from './truthWorld.suite.ts'

export const isExposure = ({ kind }: AnalyticsEvent) => kind === 'exposure'
export const isOfApplication = (event: AnalyticsEvent) =>
  !event.name.startsWith('Load') && event.name !== JOIN && !isExposure(event)
/** Other rules judge the visitor of an event. */
const ownerOf = ({ hasVisitor }: World, { identity }: AnalyticsEvent) =>
  hasVisitor ? withoutVisitor(identity) : identity
const ascending = (names: readonly string[]) => [...names].sort((a, b) => Number(a) - Number(b))
export const namesOf = (events: Iterable<AnalyticsEvent>) => [...events].filter(isOfApplication).map(({ name }) => name)
export const trackedIn = ({ world }: Played) => ofType(world.log, 'tracked')
/** What all pages have reported of an event, in the order in which it happened. */
export const stepsOf = ({ pages }: Played, id: string): Seen[] =>
  pages
    .flatMap(({ page }) => page.lives.get(id) ?? [])
    .sort((one, other) => one.order - other.order || one.at - other.at)

/** Each copy of each event has an identity and flags that the model allows, given what had happened before it arrived. */
export function expectTruth(history: History, played: Played) {
  const { world } = played
  const { log } = world
  const tracked = new Map(trackedIn(played).map((fact) => [fact.name, fact]))
  for (const { event, fact } of [...reported(played), ...reported(played, world.handed)]) {
    // Other rules judge exposures.
    if (isExposure(event)) continue
    if (event.name === JOIN) {
      expect(world.hasVisitor).toBe(true)
      continue
    }
    if (!isOfApplication(event)) {
      expectTrueLoad(played, event, fact)
      continue
    }
    const cause = tracked.get(event.name) as FactOf<'tracked'>
    const outcome = { identity: ownerOf(world, event), plan: event.properties['LDFF: plan'] }
    const known = log.slice(0, fact.order + 1)
    const possible = possibleOutcomes(known, cause, { ...history, ...world })
    if (
      mayLackFlags(played, known, cause) &&
      (cause.token === undefined || possible.some(({ identity }) => !identity.id))
    )
      possible.push({ identity: {}, plan: undefined })
    expect({ event: event.name, possible }).toEqual({
      event: event.name,
      possible: expect.arrayContaining([outcome]) as unknown,
    })
  }
}

/**
 * Flags are those of one visitor. A page that has a token leaves the visitor, and when the token is refused, or is gone, nobody or another
 * visitor is there. So it is when another tab has signed the visitor in. Flags that arrive then are not those of an event of before, and
 * the next visitor has none until they arrive.
 */
function mayLackFlags({ world, pages }: Played, log: readonly Fact[], { page: number }: FactOf<'tracked'>) {
  if (!world.hasVisitor) return false
  const { page } = pages.find((one) => one.page.client.page === number) ?? {}
  const shown = new Set(page?.visitors.flatMap(({ visitor }) => visitor ?? []))
  return shown.size > 1 || tokensOn(log, number).some((token) => token !== undefined)
}

/**
 * The copies of events that count. The collector, or a script, keeps the first copy. A second one does not count if the disk took nothing before the
 * first one arrived: the browser could then not note what the event is, nor that it has arrived.
 */
function reported(played: Played, arrivals = [...played.world.copies, ...played.world.audited]): Arrival[] {
  const { illTimes } = played.world
  const tracked = new Map(trackedIn(played).map((fact) => [fact.name, fact.order]))
  const firsts = new Map<string, Arrival>()
  return arrivals.filter((arrival) => {
    const { id, name } = arrival.event
    const first = firsts.get(id) ?? arrival
    firsts.set(id, first)
    const since = tracked.get(name) ?? 0
    return first === arrival || !illTimes.some(({ from, to }) => from <= first.fact.order && to >= since)
  })
}

/** A second copy of an event, where there is one, says the same as the first one. */
export function expectOneTruth(played: Played) {
  const firsts = new Map<string, AnalyticsEvent>()
  for (const { event } of reported(played)) {
    const { identity, properties } = firsts.get(event.id) ?? event
    firsts.set(event.id, firsts.get(event.id) ?? event)
    expect([event.name, event.identity, event.properties]).toEqual([event.name, identity, properties])
  }
}

/** For how long a store is left to a deployment that no page is open at: a day, less the hour in which its use may not be noted. */
const IN_USE_MS = 23 * 3_600_000

/** How often a page looks for stores that no page is open at. */
const LOOK_MS = 3_600_000

/** What a page with the lazy chunk does, and can note as the use of its store. It does not notice that it crashes, nor that the machine sleeps. */
const USES: readonly Fact['type'][] = ['opened', 'tracked', 'left']

/**
 * An event reaches a collector of its own deployment, of which a later release has added one, or none but the one to which its own has
 * moved: no page of its own deployment was open then, nor had been for a day. No event ever reaches another level or project.
 */
export function expectOwnCollector({ world, pages }: Played) {
  const { log, copies, audited, wasClockSet } = world
  const clients = new Map(pages.map(({ page }) => [page.client.page, page]))
  const fileAtOf = (page: number) => clients.get(page)?.fileAtMs ?? Infinity
  for (const { event, fact } of [...copies, ...audited]) {
    const own = pages.find(({ page }) => page.lives.get(event.id)?.some(({ step }) => step === 'happened'))?.page.of
    const by = clients.get(fact.page)?.of
    if (!own || !by) throw new Error(`It is not known which page has tracked ${event.name}.`)
    const said = [event.name, own, fact.at]
    if (placesOf(own).includes(fact.at)) continue
    // It is where the page that has taken it over delivers.
    expect([...said, isSameSpace(own, by) && placesOf(by).includes(fact.at)]).toEqual([...said, true])
    const isRelease = placesOf(own).every((place) => placesOf(by).includes(place))
    if (isRelease || wasClockSet) continue
    const before = log.slice(0, fact.order).filter(({ page }) => clients.get(page)?.of === own)
    const isOver = (number: number) =>
      before.some(({ page, type }) => page === number && (type === 'gone' || type === 'cached'))
    // Only a page that has the lazy chunk can say that it is open. The other page has looked when its own came, and each hour.
    const lookedAtMs = Math.max(fileAtOf(fact.page), fact.timeMs - LOOK_MS)
    const isOpen = before.some(({ page }) => !isOver(page) && fileAtOf(page) < lookedAtMs)
    const uses = before.filter(({ page, type }) => USES.includes(type) && fileAtOf(page) < lookedAtMs)
    const lastMs = Math.max(...uses.flatMap(({ timeMs }) => (timeMs <= lookedAtMs ? [timeMs] : [])))
    expect([...said, isOpen, fact.timeMs - lastMs >= IN_USE_MS]).toEqual([...said, false, true])
  }
}

/** What the library writes to the console has neither a token nor what an exception of the application says. */
export function expectNoSecrets({ pages }: Played) {
  for (const { platform } of pages) expect(platform.logged.filter((line) => /~~|no session for/.test(line))).toEqual([])
}

/** The load event has a person whom who-am-i had confirmed on its own page. */
function expectTrueLoad({ world, pages }: Played, event: AnalyticsEvent, { order }: FactOf<'arrived'>) {
  const { page } = pages.find((one) => one.page.lives.get(event.id)?.some(({ step }) => step === 'happened')) ?? {}
  const facts = page ? between(world.log, page.client.page, [-1, order]) : []
  const confirmed = facts.flatMap((fact) => confirmedOn(world.log, fact.page, fact.order + 1).map(userOf))
  expect(confirmed).toContain(userOf(event.identity))
}

/**
 * The vendor's script gets a person only when who-am-i has confirmed that person on the page. An answer of the same
 * millisecond may be on its way to the page still.
 */
export function expectTrueScript({ world }: Played) {
  const { log, handed } = world
  for (const { who, page, order, timeMs } of ofType(log, 'identified')) {
    const onTheWay = ofType(between(log, page, [-1, order]), 'who-am-i').find((fact) => fact.timeMs === timeMs)
    const confirmed = [order, onTheWay?.order ?? order].flatMap((before) => confirmedOn(log, page, before))
    expect(confirmed.map(userOf)).toContain(userOf(who))
  }
  for (const { event, to } of handed) expect([event.name, to]).toEqual([event.name, ownerOf(world, event)])
}

/** For how long a page without a remembered user waits for who-am-i before it shows that there is no user. */
const SHOW_NOBODY_MS = 5_000

/**
 * A page shows only an answer of who-am-i for its token, and only flags of the person that it shows.
 *
 * | the page shows        | because, for its token, …                                                                      |
 * | --------------------- | ---------------------------------------------------------------------------------------------- |
 * | no user               | who-am-i has refused it, or has failed for 5 s; for a minute, if the page showed a user before |
 * |                       | who-am-i is asked again, after it had failed that long                                         |
 * | a user                | who-am-i has confirmed this user, or has named this user on any page while nothing is confirmed |
 *
 * While a token is promised, the user of the page's earlier token stays: the application may only have asked again.
 */
export function expectTruthShown({ log }: World, { page, telltale }: Page) {
  const shown = telltale.identity.current.get()
  const { token, asked } = tokenOn(log, page.client.page, log.length)
  // A page that shows that nobody is signed in does so until the application can say who is.
  if (shown.status === 'unknown' && token !== undefined && asked?.saidAt === undefined) {
    const isRefused = answersOn(log, page.client.page, token).some(({ answer }) => answer === 'refused')
    const askedMs = page.client.now() - (asked?.timeMs ?? 0)
    const hadUser = page.shownToken === token
    // To ask again changes nothing on the screen.
    const isStill = page.nobodyToken === token
    expect(isRefused || isStill || askedMs >= (hadUser ? GIVE_UP_MS : SHOW_NOBODY_MS)).toBe(true)
  }
  page.nobodyToken = shown.status === 'unknown' ? token : undefined
  page.shownToken = shown.status === 'known' ? token : undefined
  if (shown.status !== 'known') return
  const { person, impersonator, accounts } = shown
  const user = userOf({
    id: person.unique_identity,
    ...(impersonator && { impersonator }),
    ...(accounts && { accounts }),
  })
  const isLate = saysLater(log, page.client.page)
  const tokens = isLate ? tokensOn(log, page.client.page) : [token]
  const known = ofType(log, 'who-am-i').filter((fact) => tokens.includes(fact.token) && typeof fact.answer === 'object')
  const { answered } = answeredOn(log, page.client.page, log.length)
  const isOnlyRemembered = answered.length === 0 || isLate
  const remembered = isOnlyRemembered ? known.map(({ answer }) => answer as object) : []
  const possible = [...answered, ...remembered]
  expect(possible.map(userOf)).toContain(user)
  const flags = page.currentFlags?.()
  if (flags?.isReady && flags.epoch === shown.epoch && 'plan' in flags.values) {
    expect(flags.values['plan']).toMatch(new RegExp(`^${user} \\d+$`))
  }
}

/** The steps of an event's life, in order. An exit may send an event that is not stored yet. */
const LIFE: readonly ProgressStep[] = ['happened', 'pending', 'completed', 'sent', 'acknowledged']
const isCompletion = ({ step }: Seen) => step === 'completed'

/** The observers see the steps of each event in order, and no event is acknowledged that the collector does not have. */
export function expectTrueLives({ pages, world }: Played) {
  for (const { page } of pages) {
    for (const [id, seen] of page.lives) {
      const steps = seen.filter(({ destination = 'collector' }) => destination === 'collector').map(({ step }) => step)
      // Two tabs may hold the same draft: this tab may send the event that another tab has completed before it completes its own copy.
      const isShared = pages.some((other) => other.page !== page && other.page.lives.get(id)?.some(isCompletion))
      const firsts = LIFE.filter((step) => !isShared || step !== 'completed').map((step) => steps.indexOf(step))
      const known = firsts.filter((index) => index >= 0)
      expect([id, known]).toEqual([id, [...known].sort((a, b) => a - b)])
      for (const once of LIFE.slice(0, 3)) expect(steps.filter((step) => step === once).length).toBeLessThan(2)
      if (steps.includes('acknowledged')) expect(world.stored.has(id)).toBe(true)
    }
  }
}

/**
 * Events of one page arrive in the order in which they were tracked, if their identity was known to the same extent, and the clock was
 * not set between them, and the machine has not slept: how long an event has waited is known by the clock, and after a sleep it waits anew. An event that a later page may have completed arrives after
 * that page knows its user. While a token is promised, an event for which flags are shown does not wait for others.
 */
export function expectOrder({ pages, world: { log } }: Played, arrivals: readonly Arrival[]) {
  for (const { page } of pages) {
    const number = page.client.page
    const groups = new Map<string, string[]>()
    for (const { event, fact } of arrivals) {
      const cause = ofType(log, 'tracked').find(({ name }) => name === event.name)
      if (cause?.page !== number) continue
      const { asked } = tokenOn(log, number, cause.order)
      const answers = answersOn(log, number, cause.token).filter(
        ({ order, question, answer }) => order < cause.order && question === asked?.order && answer !== 'failed',
      )
      const later = ofType(log, 'opened').filter(({ order }) => order > cause.order && order < fact.order)
      const setByMs = Math.round(event.at - cause.timeMs)
      const key = JSON.stringify([
        asked?.order,
        answers.length,
        later.map((opened) => opened.page),
        event.identity,
        setByMs,
        cause.sleptMs,
        saysLater(log, number) && event.properties['LDFF: plan'],
      ])
      groups.set(key, [...(groups.get(key) ?? []), event.name])
    }
    for (const names of groups.values()) expect(names).toEqual(ascending(names))
  }
}

/** The script gets each event once, but never the event that joins a visitor to a person; or the event is dropped because the page had another user, and the observers are notified. */
export function expectHandedOverOnce(played: Played) {
  const { world } = played
  for (const event of world.stored.values()) {
    const drops = stepsOf(played, event.id).filter(
      ({ step, destination }) => step === 'dropped' && destination === 'script',
    )
    const handed = world.handed.filter(({ event: { id } }) => id === event.id).length
    if (event.name === JOIN) expect([event.name, handed]).toEqual([event.name, 0])
    else expect([event.name, handed + drops.length]).toEqual([event.name, 1])
  }
}

/** A dropped event belongs to another user than the page that dropped it. */
export function expectJustDrops({ pages, world: { log, stored } }: Played) {
  for (const { page } of pages) {
    for (const [id, steps] of page.lives) {
      const drop = steps.find(({ step, destination }) => step === 'dropped' && destination === 'script')
      const event = stored.get(id)
      if (!drop || !event) continue
      const present = confirmedOn(log, page.client.page, drop.order)
      expect([event.name, present.length === 1 && present.every((who) => isSame(who, event.identity))]).toEqual([
        event.name,
        false,
      ])
    }
  }
}

/** Each event is stored, and none is stored twice. */
export function expectAllStored(played: Played) {
  const names = trackedIn(played).map(({ name }) => name)
  expect(ascending(namesOf(played.world.stored.values()))).toEqual(names)
}
