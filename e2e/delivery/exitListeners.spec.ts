import { expect, test } from '@playwright/test'
import { openStage } from 'bench/delivery/stage'

const ROUNDS = 20

/** As web-vitals and session timers do: the listener is added after the library's own, and so it runs after them. */
function trackAtExit() {
  addEventListener('load', () => {
    for (const type of ['visibilitychange', 'pagehide']) {
      document.addEventListener(type, trackOnceMore)
      window.addEventListener(type, trackOnceMore)
    }
  })
  function trackOnceMore(event: Event) {
    const isAtTarget = event.type === 'pagehide' || event.currentTarget === document
    if (!isAtTarget || !globalThis.lastAct) return
    const { to } = globalThis.lastAct
    globalThis.act?.({ ...globalThis.lastAct, from: to, to: to + 1 })
  }
}

for (const down of ['nothing', 'the collector', 'the flag service'] as const)
  test(`events tracked in exit listeners of the application are stored once while ${down} is down`, async ({
    browser,
  }) => {
    const hasNoFlags = down === 'the flag service'
    const stage = await openStage(browser, { sdk: 'telltale', tabs: 0, before: trackAtExit, hasNoFlags })
    try {
      if (down === 'the collector') stage.collector.setHealth('unavailable')
      for (let round = 0; round < ROUNDS; round += 1) {
        const tab = await stage.open()
        await tab.track({ to: 1 })
        // From the middle of the first write to well after it.
        await tab.page.waitForTimeout(round * 10)
        await tab.page.reload()
        await tab.page.close()
      }
      stage.collector.setHealth('healthy')
      stage.server.setFlags('answering')
      await stage.open()
      const names = () =>
        stage.collector
          .stored()
          .map(({ name }) => name)
          .filter((name) => name.startsWith('ev-'))
      // One from the page, one from visibilitychange, one from pagehide.
      await expect.poll(() => names().length, { timeout: 120_000 }).toBe(3 * ROUNDS)
      expect(new Set(names()).size).toBe(3 * ROUNDS)
    } finally {
      await stage.close()
    }
  })
