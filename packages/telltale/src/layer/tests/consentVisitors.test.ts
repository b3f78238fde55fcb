import { describe, expect, it } from 'vitest'
import { createConsentWorld } from './consentWorld.suite.ts'

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
})
