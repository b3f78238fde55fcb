import { describe, expect, it } from 'vitest'
import { createConsentWorld, type ConsentWorld } from './consentWorld.suite.ts'

const contents = async (world: ConsentWorld) => JSON.stringify(await world.device())

async function openForgotten(who: string | null) {
  const world = createConsentWorld()
  const page = await world.open(who)
  await world.advance(5_000)
  page.layer.track('Quote sent')
  void page.layer.forget?.()
  await world.advance(5_000)
  return { world, page }
}

describe('after forget', () => {
  it('nothing of a visitor is sent when somebody signs in', async () => {
    const world = createConsentWorld()
    const other = await world.open('ida')
    other.consent.set({ analytics: true })
    await world.advance(5_000)
    const page = await world.open(null)
    page.layer.track('of the visitor')
    await world.advance(5_000)
    void page.layer.forget?.()
    await world.advance(5_000)
    page.platform.mayExit()
    page.be('ida')
    await world.advance(60_000)
    expect(world.arrivals.map(({ event }) => event.name)).not.toContain('of the visitor')
  })

  it.each([null, 'ida'])('a decision in another tab holds, while the page of before is open: %s', async (who) => {
    const { world } = await openForgotten(who)
    const next = await world.open(who)
    await world.advance(5_000)
    next.consent.set({ analytics: true })
    await world.advance(5_000)
    expect(next.consent.get().purposes).toMatchObject({ necessary: 'granted', analytics: 'granted' })
  })

  it('a call of set in that page keeps nothing of the user', async () => {
    const { world, page } = await openForgotten('ida')
    page.consent.withdraw()
    await world.advance(5_000)
    page.end('leave')
    const next = await world.open('ida')
    expect(next.consent.get()).toMatchObject({ shouldAsk: true, purposes: { analytics: 'pending' } })
  })

  it('a sign-out does not bring back the flags of the person', async () => {
    const world = createConsentWorld()
    const page = await world.open('ida')
    void page.layer.forget?.()
    await world.settle()
    expect(await contents(world)).not.toContain('plan-of-ida')
    page.be(null)
    await world.advance(5_000)
    expect(await contents(world)).not.toContain('plan-of-ida')
  })

  it('the visitor of after a sign-out is asked', async () => {
    const { world, page } = await openForgotten(null)
    for (const who of ['otto', null]) {
      page.be(who)
      await world.advance(5_000)
    }
    expect(page.consent.get()).toMatchObject({
      shouldAsk: true,
      purposes: { necessary: 'granted', analytics: 'pending' },
    })
  })

  it('the user is asked on the next visit, also if the clock was set back', async () => {
    const { world, page } = await openForgotten('ida')
    page.end('leave')
    world.skew = -3_600_000
    const next = await world.open('ida')
    next.platform.putInCache()
    next.platform.comeBack()
    await world.advance(5_000)
    expect(next.consent.get()).toMatchObject({
      shouldAsk: true,
      purposes: { necessary: 'granted', analytics: 'pending' },
    })
  })

  it('another tab keeps and sends nothing, also if the clock was set back', async () => {
    const world = createConsentWorld()
    const [first, second] = [await world.open('ida'), await world.open('ida')]
    await world.advance(5_000)
    world.skew = -3_600_000
    void first.layer.forget?.()
    await world.advance(5_000)
    expect(second.consent.get().purposes['analytics']).toBe('denied')
  })

  it('nothing is there of the visitor who has signed in, also if the text has changed meanwhile', async () => {
    const world = createConsentWorld()
    world.servers.collector = 'down'
    const page = await world.open(null)
    page.consent.set({ analytics: true })
    page.layer.track('of the visitor')
    await world.advance(5_000)
    page.end('leave')
    world.text = 2
    const next = await world.open(null)
    await world.advance(5_000)
    next.be('ida')
    await world.advance(5_000)
    void next.layer.forget?.()
    await world.advance(5_000)
    expect(await contents(world)).not.toContain('of the visitor')
  })

  it.each([0, 5_000])('nothing of the person is sent by a tab that has another user now, %i ms later', async (ms) => {
    const world = createConsentWorld()
    const [first, second] = [await world.open('ida'), await world.open('ida')]
    await world.advance(5_000)
    second.consent.set({ analytics: false, marketing: true })
    second.be('otto')
    await world.settle()
    void first.layer.forget?.()
    await world.settle()
    await world.advance(ms)
    second.end('leave')
    await world.advance(5_000)
    expect(world.arrivals.map(({ event }) => event.identity.id)).not.toContain('ida')
  })
})
