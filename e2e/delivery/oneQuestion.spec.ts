import { expect, test } from '@playwright/test'
import { openStage } from 'bench/delivery/stage'

const TABS = 6
/** Longer than it takes tabs that are opened together to come to their question. */
const WHO_AM_I_MS = 600

test('tabs that open together share who-am-i requests, and all know the user', async ({ browser }) => {
  const stage = await openStage(browser, { sdk: 'telltale', tabs: 0, settings: { whoAmIMs: WHO_AM_I_MS } })
  try {
    let questions = 0
    stage.context.on('request', (request) => void (questions += request.url().endsWith('/who-am-i') ? 1 : 0))
    await Promise.all(Array.from({ length: TABS }, () => stage.open()))
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
