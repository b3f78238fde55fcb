import { openStage } from 'bench/delivery/stage'
import { expect, test } from './test.ts'

const TABS = 6

/** A tab waits two seconds for the others; here ten times as long: a busy machine must not make it ask by itself. */
function slowDownTime() {
  const patience = 10
  const since = Date.UTC(2026, 0)
  const now = Date.now
  Date.now = () => since + Math.round((now() - since) / patience)
}

test(
  'tabs that open together share who-am-i requests, and all know the user',
  { tag: '@engines' },
  async ({ engine }) => {
    const stage = await openStage(engine, { sdk: 'telltale', tabs: 0, before: slowDownTime })
    try {
      const answer = stage.server.holdWhoAmI()
      await Promise.all(Array.from({ length: TABS }, () => stage.open()))
      answer()
      // Each announces that it was loaded as soon as it knows.
      await expect.poll(() => stage.collector.stored().length, { timeout: 60_000 }).toBe(TABS)
      expect(stage.collector.stored().map(({ identity }) => identity)).toEqual(
        Array.from({ length: TABS }, () => ({ id: 'ironline-rentals:31' })),
      )
      expect(questionsTo(stage)).toBeLessThan(TABS)
    } finally {
      await stage.close()
    }
  },
)

test('each new tab asks who-am-i, though another tab has an answer already', async ({ engine }) => {
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
