import { DUE, HELD, MAY, NEVER, type Choices } from './consentFates.suite.ts'
import type { ConsentTruth } from './consentTruth.suite.ts'
import { DESTINATIONS, destinations, type ConsentPage, type ConsentWorld } from './consentWorld.suite.ts'

export const stampOf = ({ platform }: ConsentPage) => ({
  at: platform.clock.now(),
  url: platform.url.replace(/^.*test/, ''),
})

export const idIn = (page: ConsentPage) => page.consent.get().decision?.id ?? 'no id'

interface Twice {
  /** They have the same user, or are the same. */
  readonly tabs: readonly [ConsentPage, ConsentPage]
  readonly choices: readonly [Choices, Choices]
}

/** Two tabs decide before either of them sees what the other one has decided. */
export async function decideTwice(world: ConsentWorld, truth: ConsentTruth, { tabs, choices }: Twice): Promise<void> {
  const [page, other] = tabs
  const [first, second] = choices
  const [own, others] = [truth.pages.get(page.number), truth.pages.get(other.number)]
  if (!own || !others) return
  const decision = truth.decisions.get(own.holder)
  world.disk.isLate = true
  page.consent.set(first)
  const one = { id: idIn(page), stamp: stampOf(page) }
  await world.advance(10)
  other.consent.set(second)
  const two = { id: idIn(other), stamp: stampOf(other) }
  world.disk.isLate = false
  await world.settle()
  const held = truth.tracked.filter((event) => event.page !== page.number && other !== page)
  const wereHeld = held.flatMap((event) =>
    destinations.flatMap((at) => ([HELD, DUE].includes(event.fates.get(at) ?? NEVER) ? [{ event, at }] : [])),
  )
  if (truth.decide(own, first)) truth.recordDecision(own, one.id, one.stamp)
  if (truth.decide(others, second, other === page ? undefined : { decision }))
    truth.recordDecision(others, two.id, two.stamp)
  // Other pages may have heard of the denial only with the grant.
  for (const { event, at } of wereHeld)
    if (second[DESTINATIONS[at]] === true && event.fates.get(at) === NEVER) event.fates.set(at, MAY)
}
