import { openStage } from 'stage/openStage'
import { expect, test } from './test.ts'

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
