import { chromium, expect, test, type LaunchOptions } from '@playwright/test'
import { openStage, type Stage } from 'bench/delivery/stage'

/** A machine that is busy with other things is no failure. */
const patient = { timeout: 120_000 }

/**
 * Runs in each page. Playwright loses sight of a page that the cache restores: so the pages themselves go back, tell how
 * they were shown, and track one more event when they have been restored.
 */
function goBackAndTell() {
  if (location.pathname === '/away') {
    setTimeout(() => history.back(), 2_000)
    return
  }
  const [navigation] = performance.getEntriesByType('navigation').map((entry) => entry.toJSON())
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void fetch('/say?restored')
    else if (navigation?.type === 'back_forward') {
      const reasons = JSON.stringify(navigation.notRestoredReasons?.reasons)
      void fetch(`/say?loaded again: ${encodeURIComponent(reasons)}`)
    }
    const act = globalThis.lastAct
    if (persisted && act) globalThis.act?.({ ...act, from: act.to, to: act.to + 1 })
  })
}

const arrived = ({ collector }: Stage) =>
  collector
    .stored()
    .map(({ name }) => name)
    .filter((name) => name.startsWith('ev-'))
    .sort()

/** A browser under load throws pages away for reasons of its own, which it keeps to itself; then once more. */
const MASKED = 'loaded again: [{"reason":"masked"}]'
const TRIES = 5

interface Journey {
  tabs: 1 | 2
  streaming?: boolean
  /** Leaves the page, which comes back by itself. */
  leave(stage: Stage): Promise<void>
}

/** Plays a journey in a browser that has its back/forward cache, which Playwright otherwise turns off. */
async function expectRestored(
  launchOptions: LaunchOptions,
  { tabs, streaming = false, leave }: Journey,
): Promise<void> {
  const ignoreDefaultArgs = ['--disable-back-forward-cache']
  const browser = await chromium.launch({ ...launchOptions, ignoreDefaultArgs })
  try {
    for (let tries = 1; ; tries += 1) {
      const stage = await openStage(browser, { sdk: 'telltale', tabs, settings: { streaming }, before: goBackAndTell })
      await leave(stage)
      await expect.poll(() => stage.server.said, patient).toHaveLength(1)
      if (stage.server.said[0] !== MASKED || tries === TRIES) {
        expect(stage.server.said).toEqual(['restored'])
        await expect.poll(() => arrived(stage), patient).toEqual([...stage.names(3)].sort())
        return await stage.close()
      }
      await stage.close()
    }
  } finally {
    await browser.close()
  }
}

async function trackAndLeave({ tabs: [left] }: Stage) {
  await left?.track({ to: 1 })
  await left?.trackAndLeave({ from: 1, to: 2 })
}

test(
  'a page is restored from the back/forward cache and keeps tracking',
  { tag: '@core' },
  async ({ launchOptions }) => {
    await expectRestored(launchOptions, { tabs: 1, leave: trackAndLeave })
  },
)

test('a page that streams flags is restored from the back/forward cache', async ({ launchOptions }) => {
  await expectRestored(launchOptions, { tabs: 1, streaming: true, leave: trackAndLeave })
})

test('a page is restored from the back/forward cache while a second tab keeps tracking', async ({ launchOptions }) => {
  await expectRestored(launchOptions, {
    tabs: 2,
    async leave(stage) {
      const [, other] = stage.tabs
      await other?.track({ to: 1 })
      await trackAndLeave(stage)
      await other?.track({ from: 1, to: 3 })
    },
  })
})

test('a page that was left during a delivery is restored, though another tab waits to deliver', async ({
  launchOptions,
}) => {
  await expectRestored(launchOptions, {
    tabs: 2,
    async leave({ collector, tabs: [left, other] }) {
      collector.setHealth('hanging')
      await left?.track({ to: 1 })
      // Longer than an event waits for company: the first tab has the delivery by then, and the other one wants it.
      await left?.page.waitForTimeout(1_000)
      await other?.track({ to: 3 })
      await left?.page.waitForTimeout(1_000)
      await left?.trackAndLeave({ from: 1, to: 2 })
      collector.setHealth('healthy')
    },
  })
})
