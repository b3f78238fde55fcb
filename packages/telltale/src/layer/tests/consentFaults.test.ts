import { describe, expect, it } from 'vitest'
import { play } from './consentHistory.suite.ts'
import type { Step } from './consentSteps.suite.ts'
import { createConsentWorld, type ConsentWorld } from './consentWorld.suite.ts'

const DOWN = { collector: 'down', partner: 'down' } as const
const UP = { collector: 'up', partner: 'up' } as const

const arrived = ({ arrivals }: ConsentWorld) => arrivals.map(({ event }) => event.name)
const contents = async (world: ConsentWorld) => JSON.stringify(await world.device())

describe('what a user has not allowed', () => {
  it('is dropped when it is denied, also for a page that is hidden in the moment of a later grant', async () => {
    const world = createConsentWorld()
    const page = await world.open('ida')
    page.layer.track('Quote sent')
    await world.advance(5_000)
    page.consent.set({ analytics: false })
    await world.advance(3_600_000)
    page.consent.set({ analytics: true })
    page.platform.mayExit()
    await world.advance(60_000)
    expect(arrived(world)).not.toContain('Quote sent')
  })

  it('is not sent when another person who has allowed it signs in and leaves at once', async () => {
    const world = createConsentWorld()
    const page = await world.open('ida')
    page.consent.set({ analytics: true })
    page.be('otto')
    await world.advance(5_000)
    page.layer.track('of otto')
    await world.advance(5_000)
    page.be('ida')
    await world.advance(10)
    page.platform.mayExit()
    await world.advance(60_000)
    expect(arrived(world)).not.toContain('of otto')
  })

  it.each([null, 'ida'])('is not released by who comes after the visitor and the person of it: %s', async (who) => {
    const world = createConsentWorld()
    const page = await world.open(null)
    page.layer.track('of the first visitor')
    await world.advance(5_000)
    page.be('otto')
    await world.advance(5_000)
    page.be(who)
    await world.advance(5_000)
    page.consent.set({ analytics: true })
    await world.advance(60_000)
    expect(arrived(world)).not.toContain('of the first visitor')
  })

  it('is not on the device: the record of a refusal, when another user allows something', async () => {
    const world = createConsentWorld()
    world.servers = { ...DOWN }
    const page = await world.open('ida')
    page.consent.withdraw()
    await world.advance(5_000)
    page.be('otto')
    await world.advance(5_000)
    page.consent.set({ marketing: true })
    await world.advance(5_000)
    expect(JSON.stringify((await world.device()).databases)).not.toContain('"marketing":"denied"')
  })

  it('is gone with its page, also if another destination may have the event', async () => {
    const world = createConsentWorld({ initial: { monitoring: true } })
    const page = await world.open('ida', true)
    page.layer.track('Quote sent')
    await world.settle()
    page.end('leave')
    const next = await world.open('ida')
    await world.advance(5_000)
    next.consent.set({ analytics: true })
    await world.advance(60_000)
    expect(
      world.arrivals.filter(({ destination }) => destination === 'collector').map(({ event }) => event.name),
    ).not.toContain('Quote sent')
  })
})

describe('a withdrawal', () => {
  it('removes what is stored under the consent for another text', async () => {
    const world = createConsentWorld()
    world.servers = { ...DOWN }
    const page = await world.open('ida')
    page.consent.set({ analytics: true })
    page.layer.track('Quote sent')
    await world.advance(5_000)
    page.end('leave')
    world.text = 2
    const next = await world.open('ida')
    await world.advance(5_000)
    next.consent.withdraw()
    await world.advance(60_000)
    expect(await contents(world)).not.toContain('Quote sent')
  })

  it('removes what is stored of the time before the sign-in', async () => {
    const steps: readonly Step[] = [
      { do: 'server', name: 'partner', state: 'down' },
      { do: 'track', page: 0, count: 1 },
      { do: 'set', page: 0, choices: { marketing: true, monitoring: true } },
      { do: 'wait', ms: 3_000 },
      { do: 'be', page: 0, who: 'ida-4711' },
      { do: 'withdraw', page: 0 },
    ]
    expect(await play({ hasTokens: true, isStrict: true, steps })).toEqual([])
  })

  it('removes what is stored before the second stage is loaded', async () => {
    const world = createConsentWorld()
    const page = await world.open('ida', true)
    page.layer.track('Quote sent')
    await world.advance(5_000)
    page.consent.set({ analytics: true })
    await world.advance(5_000)
    expect(await contents(world)).toContain('Quote sent')
    page.consent.set({ analytics: false })
    await world.advance(5_000)
    expect(await contents(world)).not.toContain('Quote sent')
  })

  it('of one person does not delete what a visitor has allowed who is another person', async () => {
    const world = createConsentWorld()
    const first = await world.open('otto')
    first.consent.withdraw()
    await world.advance(5_000)
    first.end('leave')
    world.servers = { ...DOWN }
    const page = await world.open(null)
    page.consent.set({ analytics: true })
    page.layer.track('Quote sent')
    for (const who of ['ida', 'otto', 'ida']) {
      await world.advance(5_000)
      page.be(who)
    }
    world.servers = { ...UP }
    await world.advance(200_000)
    expect(arrived(world)).toContain('Quote sent')
  })
})

describe('what is allowed', () => {
  it('is sent while another user is in another tab', async () => {
    const world = createConsentWorld()
    const visitor = await world.open(null)
    await world.advance(5_000)
    const support = await world.open('sam as otto')
    await world.advance(5_000)
    for (const page of [support, visitor]) page.be('otto')
    await world.advance(5_000)
    const page = await world.open(null)
    await world.advance(5_000)
    support.consent.set({ analytics: false, monitoring: true })
    page.consent.set({ analytics: true })
    page.layer.track('Quote sent')
    await world.advance(200_000)
    expect(arrived(world)).toContain('Quote sent')
  })
})

describe('a decision', () => {
  it.fails('of two tabs in one moment, the later one holds, also if the clock was set back', async () => {
    const world = createConsentWorld()
    const [first, second] = [await world.open('ida'), await world.open('ida')]
    await world.advance(5_000)
    first.consent.set({ marketing: true })
    await world.advance(5_000)
    world.skew = -3_600_000
    world.disk.isLate = true
    first.consent.set({ analytics: false })
    await world.advance(10)
    second.consent.set({ analytics: true })
    world.disk.isLate = false
    await world.advance(5_000)
    expect([first, second].map((page) => page.consent.get().purposes['analytics'])).toEqual(['granted', 'granted'])
  })

  it.each([false, true])('of a visitor who signs in holds for a person who has decided before: %s', async (choice) => {
    const world = createConsentWorld()
    const page = await world.open('ida')
    page.consent.set({ analytics: !choice })
    await world.advance(5_000)
    page.be(null)
    await world.advance(5_000)
    page.consent.set({ analytics: choice })
    await world.advance(5_000)
    page.be('ida')
    await world.advance(5_000)
    expect(page.consent.get().purposes['analytics']).toBe(choice ? 'granted' : 'denied')
  })

  it('of a visitor is not that of the next visitor, after a customer was impersonated', async () => {
    const world = createConsentWorld()
    const page = await world.open(null)
    page.consent.set({ analytics: true })
    const visitorOf = () => JSON.stringify(page.layer.identity.current.get()).match(/"visitor":"([^"]*)/)?.[1]
    const before = visitorOf()
    for (const who of ['sam as otto', null]) {
      await world.advance(5_000)
      page.be(who)
    }
    await world.advance(5_000)
    expect(visitorOf()).not.toBe(before)
    expect(page.consent.get().purposes['analytics']).toBe('pending')
  })

  it('is heard by a tab in which the same person has signed in in the same moment', async () => {
    const world = createConsentWorld()
    const [first, second] = [await world.open(null), await world.open(null)]
    first.be('ida')
    second.be('ida')
    await world.advance(5_000)
    first.consent.withdraw()
    await world.advance(60_000)
    expect(second.consent.get().purposes['analytics']).toBe('denied')
  })

  it('for one text does not let the settings allow what was denied for another one', async () => {
    const world = createConsentWorld({ initial: { monitoring: true } })
    const page = await world.open('ida')
    page.consent.set({ monitoring: false })
    await world.advance(5_000)
    page.end('leave')
    world.text = 2
    const next = await world.open('ida')
    next.consent.set({ analytics: false })
    await world.advance(5_000)
    expect(next.consent.get().purposes['monitoring']).toBe('pending')
  })
})
