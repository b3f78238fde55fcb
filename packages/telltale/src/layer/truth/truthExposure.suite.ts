import { expect } from 'vitest'
import type { AnalyticsEvent, EventIdentity } from '../../core/model/event.ts'
import { JOIN, visitorIn, withoutVisitor } from '../tests/visitorBrowser.suite.ts'
import { isSameSpace } from './truthDeployments.suite.ts'
import type { Played } from './truthHistory.suite.ts'
import { isExposure, stepsOf } from './truthJudge.suite.ts'
import { answeredOn, isSame, saysLater, tokenOn, userOf } from './truthLog.suite.ts'
import type { Page, Read } from './truthPage.suite.ts'

// By the guide "Record what a flag has shown".

/** An exposure that a page has recorded, and the read that it is of: that of the event which the page has tracked next. */
interface Recorded {
  page: Page['page']
  id: string
  read: Read | undefined
  /** It is stored. */
  event: AnalyticsEvent | undefined
  /** It is not stored, and no step has dropped it. */
  isLost: boolean
}

/** What was shown to whom. Without a unit: to an impersonator, or to nobody to whom an exposure could belong. */
interface Shown {
  unit: string | undefined
  variation: unknown
  version: unknown
}

export function exposuresIn(played: Played): Recorded[] {
  return played.pages.flatMap(({ page }) =>
    [...page.lives].flatMap(([id, [first]], index, lives) => {
      if (first?.name !== 'Flag shown') return []
      const names = lives.slice(index + 1).map(([, [next]]) => next?.name)
      const next = names.find((name) => name !== JOIN)
      const read = page.reads.find(({ name }) => name === next)
      const event = played.world.stored.get(id)
      const isFiltered = stepsOf(played, id).some(({ step, reason }) => step === 'dropped' && reason === 'filtered')
      return [{ page, id, read, event, isLost: !event && !isFiltered }]
    }),
  )
}

/**
 * What a page has shown to a person or a visitor is recorded by then, once for the unit, the variation and the version, and nothing else is.
 * "Two tabs in the same moment may record one again", with the same digest.
 */
export function expectTrueExposures(played: Played) {
  expectNoFalseExposures(played)
  expectNoneLost(played)
  expectNoneDoubled(played)
}

/** Each exposure is of the one to whom the page showed a value when it read the flag, and is that of the value. */
export function expectNoFalseExposures(played: Played) {
  const recorded = exposuresIn(played)
  const known = recorded.flatMap(({ event }) => event ?? [])
  expect([...played.world.stored.values()].filter(isExposure)).toEqual(expect.arrayContaining(known))
  expect([...played.world.stored.values()].filter(isExposure)).toHaveLength(known.length)
  for (const { event, read } of recorded) {
    expect(read).toBeDefined()
    if (event && read) expectTrueExposure(played, read, event)
  }
  expectOneMeaning(known)
}

function expectTrueExposure({ world }: Played, { identity: shown, plan }: Read, event: AnalyticsEvent) {
  const { identity, properties } = event
  const unit = unitOf(identity)
  const said = [event.id, identity, shown, plan]
  expect([...said, unit]).toEqual([...said, expect.stringMatching(/^(person|visitor) ./)])
  expect([...said, properties['unit']]).toEqual([...said, unit?.split(' ')[0]])
  // "A variation that was chosen for somebody else" is not recorded. The page may show what was chosen for this user while it asks who that is.
  const isOfUser = shown ? unitOf(shown) === unit : userIn(plan) === userOf(withoutVisitor(identity))
  expect([...said, isOfUser]).toEqual([...said, true])
  const { variation = properties['value'], version } = properties
  expect([...said, { variation, version }]).toEqual([...said, readIn(world, plan)])
  // "It has the identity and all flags of its moment."
  if (shown && isSame(withoutVisitor(shown), withoutVisitor(identity)))
    expect([...said, properties['LDFF: plan']]).toEqual([...said, plan])
}

/** The same digest always means the same. */
function expectOneMeaning(events: readonly AnalyticsEvent[]) {
  const firsts = new Map<string | undefined, AnalyticsEvent>()
  for (const event of events) {
    const first = firsts.get(event.exposure) ?? event
    firsts.set(event.exposure, first)
    expect([event.exposure, shownIn(event)]).toEqual([expect.stringMatching(/./), shownIn(first)])
  }
}

function expectNoneLost(played: Played) {
  const { world, pages } = played
  const recorded = exposuresIn(played)
  const events = new Map([...world.stored.values()].map((event) => [event.name, event]))
  for (const { page } of pages) {
    for (const { name, order, identity, plan } of page.reads) {
      const event = events.get(name)
      const unit = identity && unitOf(identity)
      // The event says that it was shown to its user.
      const isCertain =
        event && identity && unit && plan && isSame(identity, event.identity) && event.properties['LDFF: plan'] === plan
      if (!isCertain || unitOf(event.identity) !== unit) continue
      // "An exposure that had to wait for its person" may have been recorded before.
      const until = isConfirmed(world, page, order)
        ? order
        : (world.copies.find((copy) => copy.event.name === name)?.fact.order ?? order)
      const shown = { unit, ...readIn(world, plan) }
      const own = recorded.filter(
        (one) =>
          one.event &&
          (one.read?.order ?? Infinity) <= until &&
          isSameSpace(one.page.of, page.of) &&
          isSameShown(shownIn(one.event), shown),
      )
      expect([name, shown, own.length > 0]).toEqual([name, shown, true])
    }
  }
}

/** Whether who-am-i had answered the latest question of the page. */
function isConfirmed({ log }: Played['world'], { client: { page } }: Page['page'], order: number): boolean {
  if (saysLater(log, page)) return false
  const { token, asked } = tokenOn(log, page, order)
  return token === undefined || answeredOn(log, page, order).latest?.question === asked?.order
}

function expectNoneDoubled(played: Played) {
  const stored = exposuresIn(played).flatMap(({ event, page, id }) => (event ? [{ event, page, id }] : []))
  stored.forEach(({ event, page, id }, index) => {
    for (const other of stored.slice(0, index)) {
      if (!isSameSpace(page.of, other.page.of) || !isSameShown(shownIn(event), shownIn(other.event))) continue
      // "A page whose visitor has left an earlier one": the earlier exposure is taken over, and counts.
      if (page !== other.page && [id, other.id].some((one) => isTakenOver(played, one))) continue
      const moments = [id, other.id].map((one) => completedAt(played, one))
      const said = [event.exposure, moments, page.client.page, other.page.client.page]
      expect([...said, areAtOnce(played, moments)]).toEqual([other.event.exposure, ...said.slice(1), true])
    }
  })
}

/** Whether another page has completed what a page has recorded. */
const isTakenOver = ({ pages }: Played, id: string) =>
  pages.some(
    ({ page: { lives } }) =>
      lives.get(id)?.some(({ step }) => step === 'completed') && lives.get(id)?.[0]?.step !== 'happened',
  )

/** At which position in the log an event was completed. */
const completedAt = (played: Played, id: string): number =>
  stepsOf(played, id).find(({ step }) => step === 'completed')?.order ?? Infinity

/** What one page has written had not reached the other one. */
function areAtOnce({ world: { lateTimes } }: Played, orders: readonly number[]): boolean {
  return lateTimes.some(({ from, to }) => from <= Math.min(...orders) && Math.max(...orders) <= to)
}

function unitOf({ id, impersonator, ...more }: EventIdentity): string | undefined {
  if (impersonator !== undefined) return undefined
  const visitor = visitorIn(more)
  if (id !== undefined) return `person ${id}`
  return visitor === undefined ? undefined : `visitor ${visitor}`
}

const userIn = (plan: string) => plan.replace(/ \d+$/, '')
const readIn = (world: Played['world'], plan: string) => world.servedAs(userIn(plan), Number(plan.split(' ').at(-1)))

const shownIn = ({ identity, properties: { value, variation = value, version } }: AnalyticsEvent): Shown => ({
  ...{ unit: unitOf(identity), variation, version },
})

const isSameShown = (one: Shown, other: Shown) =>
  one.unit === other.unit && one.variation === other.variation && one.version === other.version
