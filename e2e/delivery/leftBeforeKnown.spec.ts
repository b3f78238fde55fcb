import { openStage, type Stage } from 'stage/openStage'
import { arrivedEvents } from './arrivedEvents.ts'
import { expect, test } from './test.ts'

const arrived = (stage: Stage) =>
  arrivedEvents(stage)
    .map(({ name, identity }) => [name, identity.id])
    .sort()

for (const end of ['left', 'closed'] as const)
  test(
    `an event of a page that is ${end} before who-am-i answers is delivered with the user by the next page`,
    { tag: '@engines' },
    async ({ engine }) => {
      const stage = await openStage(engine, { sdk: 'telltale', tabs: 0 })
      try {
        const answer = stage.server.holdWhoAmI()
        const tab = await stage.open()
        await tab.track({ to: 1 })
        await expect.poll(() => stage.server.asked.filter((path) => path.endsWith('/who-am-i')).length).toBe(1)
        if (end === 'left') await tab.trackAndLeave({ from: 1, to: 2 })
        else await tab.track({ from: 1, to: 2 })
        await tab.close()
        answer()
        await stage.open()
        const expected = [0, 1].map((number) => [`${tab.name}-n${number}`, 'ironline-rentals:31'])
        await expect.poll(() => arrived(stage), { timeout: 120_000 }).toEqual(expected)
      } finally {
        await stage.close()
      }
    },
  )

for (const end of ['left', 'closed'] as const)
  test(
    `where site data is blocked, the events of a page that is ${end} before who-am-i answers arrive without a user`,
    { tag: '@engines' },
    async ({ engine }) => {
      // WebKitGTK has no such setting.
      test.skip(engine.name === 'webkit')
      const settings = { flagsDeadlineMs: 0 }
      const stage = await openStage(engine, { sdk: 'telltale', tabs: 0, settings, blocksSiteData: true })
      try {
        stage.server.holdWhoAmI()
        const tab = await stage.open()
        await tab.track({ to: 2 })
        // The code that delivers events is there.
        await expect.poll(() => stage.server.asked.filter((path) => path.endsWith('/who-am-i')).length).toBe(1)
        await tab.page.run(() => new Promise((resolve) => setTimeout(resolve, 2_000)))
        expect(arrived(stage)).toEqual([])
        if (end === 'left') await tab.trackAndLeave({ from: 2, to: 4 })
        else await tab.track({ from: 2, to: 4 })
        await tab.close()
        const expected = [0, 1, 2, 3].map((number) => [`${tab.name}-n${number}`, undefined])
        await expect.poll(() => arrived(stage), { timeout: 20_000 }).toEqual(expected)
      } finally {
        await stage.close()
      }
    },
  )

for (const end of ['left', 'closed'] as const)
  test(
    `an event of a page that is ${end} before its flags come is delivered with the flags of the next page`,
    { tag: '@engines' },
    async ({ engine }) => {
      const stage = await openStage(engine, { sdk: 'telltale', tabs: 0, hasNoFlags: true })
      try {
        const tab = await stage.open()
        await tab.track({ to: 1 })
        await expect.poll(() => stage.server.asked.filter((path) => path.startsWith('/sdk/evalx/')).length).toBe(1)
        if (end === 'left') await tab.trackAndLeave({ from: 1, to: 2 })
        else await tab.track({ from: 1, to: 2 })
        await tab.close()
        stage.server.setFlags('answering')
        await stage.open()
        const flagged = () =>
          stage.collector
            .stored()
            .filter(({ name }) => name.startsWith('ev-'))
            .map(({ name, properties }) => [name, properties['LDFF: new_pricing']])
            .sort()
        const expected = [0, 1].map((number) => [`${tab.name}-n${number}`, true])
        await expect.poll(flagged, { timeout: 120_000 }).toEqual(expected)
      } finally {
        await stage.close()
      }
    },
  )
