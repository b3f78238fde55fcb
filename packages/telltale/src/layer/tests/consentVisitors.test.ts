import { describe, expect, it } from 'vitest'
import { createConsentWorld, type Destination } from './consentWorld.suite.ts'

describe('what a visitor has done', () => {
  it('is sent as the person who signs in allows it, also if an earlier visitor was a person who denies it', async () => {
    const world = createConsentWorld()
    const first = await world.open(null)
    async function become(who: string | null) {
      for (const page of world.pages) page.be(who)
      await world.advance(5_000)
    }
    first.consent.set({ marketing: false })
    for (const who of ['otto', 'ida']) await become(who)
    first.consent.set({ marketing: true })
    await become(null)
    const second = await world.open(null)
    second.layer.track('Quote sent')
    await become('ida')
    await world.advance(200_000)
    expect(world.arrivals.map(({ event }) => event.name)).toContain('Quote sent')
  })

  it.each<[Destination, number]>([
    ['collector', 0],
    ['partner', 1],
  ])(
    'before it is known who it is arrives where it is allowed, and once, from a hidden page: %s %i',
    async (at, times) => {
      const world = createConsentWorld()
      const page = await world.open(undefined)
      page.layer.track('Quote sent')
      page.consent.set({ marketing: true })
      page.platform.mayExit()
      await world.settle()
      page.be(null)
      await world.advance(1_000)
      page.end('crash')
      await world.open('ida')
      const next = await world.open('ida')
      await world.advance(200_000)
      next.consent.set({ analytics: true })
      await world.advance(200_000)
      const there = world.arrivals.filter(({ event, destination }) => event.name === 'Quote sent' && destination === at)
      expect(there).toHaveLength(times)
    },
  )
})

describe('what a visitor has decided', () => {
  it('is kept by two tabs that sign in at the same moment, and then neither of them writes any more', async () => {
    const world = createConsentWorld()
    const tabs = [await world.open(null), await world.open(null)]
    tabs[0]?.consent.set({ analytics: true })
    await world.advance(5_000)
    const { set } = world.disk.storage
    let writes = 0
    world.disk.storage.set = (key, value) => {
      if (key.startsWith('consent:')) writes += 1
      // Otherwise tabs that answer each other would never end.
      return writes < 20 && set(key, value)
    }
    for (const tab of tabs) tab.be('ida')
    await world.settle()
    expect(tabs.map(({ consent }) => consent.get().purposes['analytics'])).toEqual(['granted', 'granted'])
    expect(writes).toBeLessThan(5)
  })
})
