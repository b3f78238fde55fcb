import { openStage } from 'stage/openStage'
import { startProxy } from 'stage/startProxy'
import { openTab } from 'stage/tab'
import { arrivedEvents } from './arrivedEvents.ts'
import { expect, test } from './test.ts'

/** Plain HTTP, and not localhost: browsers withhold there what they give to secure contexts. */
const HOST = 'rental.insecure.test'

test(
  'identity, flags and delivery work on an insecure origin, without `crypto.subtle`',
  { tag: '@engines' },
  async ({ engine }) => {
    const proxy = await startProxy()
    const stage = await openStage(engine, { sdk: 'telltale', tabs: 0, proxy: proxy.url })
    try {
      const page = await stage.profile.openTab()
      const url = stage.server.url.replace('127.0.0.1', HOST)
      for (const visit of ['ev-insecure-t0', 'ev-insecure-t1']) {
        const tab = await openTab(page, { url, name: visit, largeBytes: 1 })
        const withheld = () => [isSecureContext, typeof crypto.subtle, typeof crypto.randomUUID, typeof navigator.locks]
        expect(await page.run(withheld)).toEqual([false, 'undefined', 'undefined', 'undefined'])
        await tab.track({ to: 3 })
      }
      const arrived = () =>
        arrivedEvents(stage)
          .map(({ name, identity, properties }) => [name, identity.id, properties['LDFF: new_pricing']])
          .sort()
      const expected = ['t0', 't1'].flatMap((tab) =>
        [0, 1, 2].map((number) => [`ev-insecure-${tab}-n${number}`, 'ironline-rentals:31', true]),
      )
      await expect.poll(arrived, { timeout: 60_000 }).toEqual(expected)
      expect(stage.profile.console.filter(({ type }) => type === 'error')).toEqual([])
    } finally {
      await Promise.all([stage.close(), proxy.close()])
    }
  },
)
