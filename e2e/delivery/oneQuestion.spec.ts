import { expect, test } from '@playwright/test'
import { openStage } from 'bench/delivery/stage'

const TABS = 6
/** How many times as long as two seconds a tab waits for the others here: a busy machine must not make it ask by itself. */
const PATIENCE = 10

test('tabs that open together share who-am-i requests, and all know the user', async ({ browser }) => {
  const stage = await openStage(browser, { sdk: 'telltale', tabs: 0 })
  try {
    await stage.context.addInitScript(
      ({ since, patience }) => {
        const now = Date.now
        Date.now = () => since + Math.round((now() - since) / patience)
      },
      { since: Date.now(), patience: PATIENCE },
    )
    let answer = () => {}
    const allAreOpen = new Promise<void>((resolve) => (answer = resolve))
    let questions = 0
    await stage.context.route('**/who-am-i', async (route) => {
      questions += 1
      await allAreOpen
      await route.continue()
    })
    await Promise.all(Array.from({ length: TABS }, () => stage.open()))
    answer()
    // Each announces that it was loaded as soon as it knows.
    await expect.poll(() => stage.collector.stored().length, { timeout: 60_000 }).toBe(TABS)
    expect(stage.collector.stored().map(({ identity }) => identity)).toEqual(
      Array.from({ length: TABS }, () => ({ id: 'ironline-rentals:31' })),
    )
    expect(questions).toBeLessThan(TABS)
  } finally {
    await stage.close()
  }
})

test('each new tab asks who-am-i, though another tab has an answer already', async ({ browser }) => {
  const stage = await openStage(browser, { sdk: 'telltale', tabs: 0 })
  try {
    let questions = 0
    stage.context.on('request', (request) => void (questions += request.url().endsWith('/who-am-i') ? 1 : 0))
    for (const count of [1, 2, 3]) {
      await stage.open()
      await expect.poll(() => questions).toBe(count)
    }
  } finally {
    await stage.close()
  }
})
