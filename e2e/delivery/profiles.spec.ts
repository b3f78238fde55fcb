import { openStage } from 'stage/openStage'
import { scenarios } from 'stage/scenarios'
import { arrivedEvents } from './arrivedEvents.ts'
import { expectEachOnce } from './expectEachOnce.ts'
import { expect, test } from './test.ts'

for (const name of ['close20', 'twotabs503', 'burst20nav'])
  for (const scenario of scenarios.filter((one) => one.name === name))
    test(
      `in a private window every event is stored once: ${scenario.title} (${name})`,
      { tag: '@engines' },
      async ({ engine }, info) => {
        await expectEachOnce(scenario, { engine, info }, { isPrivate: true })
      },
    )

test(
  'where the user blocks site data, events arrive, flags are streamed, and no error is thrown into the page',
  { tag: '@engines' },
  async ({ engine }) => {
    // An event that is tracked before the user is known cannot be stored.
    const settings = { waitsUntilReady: true, streaming: true } as const
    const stage = await openStage(engine, { sdk: 'telltale', tabs: 1, settings, blocksSiteData: true })
    try {
      const [tab] = stage.tabs
      await tab?.track({ to: 5 })
      const arrived = () =>
        arrivedEvents(stage)
          .map(({ name, identity, properties }) => [name, identity.id, properties['LDFF: new_pricing']])
          .sort()
      const expected = stage.names(5).map((name) => [name, 'ironline-rentals:31', true])
      await expect.poll(arrived, { timeout: 60_000 }).toEqual(expected)
      await expect.poll(() => stage.server.asked.filter((path) => path.startsWith('/eval/')).length).toBe(1)
      expect(stage.profile.console.filter(({ type }) => type === 'error')).toEqual([])
    } finally {
      await stage.close()
    }
  },
)
