import { openStage } from 'bench/delivery/stage'
import { expect, test } from './test.ts'

const TABS = 6

/**
 * A tab waits two seconds for the others. Here it waits ten times as long, so that a busy machine does not make it ask itself.
 */
function slowDownTime() {
  const patience = 10
  const since = Date.UTC(2026, 0)
  const now = Date.now
  Date.now = () => since + Math.round((now() - since) / patience)
}

test(
  'tabs that open together share who-am-i requests, and all identify the user',
  { tag: '@engines' },
  async ({ engine }) => {
    const stage = await openStage(engine, { sdk: 'telltale', tabs: 0, before: slowDownTime })
    try {
      // Tabs that open in the same moment in a browser without a salt may each create their own, and then each asks.
      await stage.open()
      await expect.poll(() => stage.collector.stored().length).toBe(1)
      const answer = stage.server.holdWhoAmI()
      await Promise.all(Array.from({ length: TABS }, () => stage.open()))
      answer()
      // Each tab announces that it has loaded as soon as it knows the user.
      await expect.poll(() => stage.collector.stored().length, { timeout: 60_000 }).toBe(1 + TABS)
      expect(stage.collector.stored().map(({ identity }) => identity)).toEqual(
        Array.from({ length: 1 + TABS }, () => ({ id: 'ironline-rentals:31' })),
      )
      expect(questionsTo(stage)).toBeLessThan(1 + TABS)
    } finally {
      await stage.close()
    }
  },
)

test('each new tab requests who-am-i, although another tab already has an answer', async ({ engine }) => {
  const stage = await openStage(engine, { sdk: 'telltale', tabs: 0 })
  try {
    for (const count of [1, 2, 3]) {
      await stage.open()
      await expect.poll(() => questionsTo(stage)).toBe(count)
    }
  } finally {
    await stage.close()
  }
})

const questionsTo = ({ server }: { server: { asked: readonly string[] } }) =>
  server.asked.filter((path) => path.endsWith('/who-am-i')).length
