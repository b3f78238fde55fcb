import { describe, expect, it } from 'vitest'
import { createConsentWorld } from './consentWorld.suite.ts'

const HOUR_MS = 3_600_000

describe('of two decisions that a browser has, the later one holds', () => {
  it.each(['well', 'refuses'] as const)(
    'if a visitor decides after a person, when the clock was set back, and signs in: storage %s',
    async (storage) => {
      const world = createConsentWorld()
      world.storage = storage
      const page = await world.open('ida')
      page.consent.set({ analytics: false, marketing: true })
      world.skew = -HOUR_MS
      page.be(null)
      await world.settle()
      page.consent.set({ analytics: true, marketing: false })
      page.be('ida')
      await world.advance(5_000)
      expect(page.consent.get().purposes).toMatchObject({ analytics: 'granted', marketing: 'denied' })
    },
  )

  it.each([
    ['in the same millisecond', 0],
    ['when the clock was set back', -HOUR_MS],
  ])('if a person decides after the visitor who signs in, %s', async (_when, skew) => {
    const world = createConsentWorld()
    const person = await world.open('ida')
    const visitor = await world.open(null)
    visitor.consent.set({ analytics: false, marketing: true })
    await world.settle()
    world.skew = skew
    person.consent.set({ analytics: true, marketing: false })
    visitor.be('ida')
    await world.advance(5_000)
    const states = { analytics: 'granted', marketing: 'denied' }
    expect([person, visitor].map((page) => page.consent.get().purposes)).toMatchObject([states, states])
  })
})
