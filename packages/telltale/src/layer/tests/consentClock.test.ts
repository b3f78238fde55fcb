import { describe, expect, it } from 'vitest'
import { play } from './consentHistory.suite.ts'
import type { Step } from './consentSteps.suite.ts'
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

describe('what a visitor does after another one was forgotten', () => {
  it.fails('is sent, also if the clock was set back before everything of the other one was deleted', async () => {
    const all = { analytics: true, marketing: true }
    const steps: readonly Step[] = [
      { do: 'be', page: 0, who: 'ida-4711' },
      {
        do: 'decide twice',
        page: 0,
        choices: [
          { ...all, monitoring: false },
          { ...all, monitoring: true },
        ],
      },
      { do: 'end', page: 0, how: 'leave' },
      { do: 'forget', page: 0 },
      { do: 'set clock', ms: -HOUR_MS },
      { do: 'open', who: null },
      { do: 'track', page: 1, count: 1 },
    ]
    const scope = { forgetsAfterClockBack: true, hidesAfterGrant: true, changesMindAtOnce: true }
    expect(await play({ ...scope, hasTokens: true, initial: { monitoring: true }, steps })).toEqual([])
  })
})
