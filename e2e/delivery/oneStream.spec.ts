import { setTimeout as sleep } from 'node:timers/promises'
import { openStage } from 'stage/openStage'
import { expect, test } from './test.ts'

test(
  'the tabs of a browser share one flag stream, and another tab takes over when its tab is closed',
  { tag: ['@core', '@engines'] },
  async ({ engine }) => {
    const stage = await openStage(engine, { sdk: 'telltale', tabs: 0, settings: { streaming: true } })
    try {
      const streams = () => stage.server.asked.filter((path) => path.startsWith('/eval/'))
      const first = await stage.open()
      // It holds the stream before there is another tab.
      await expect.poll(streams).toHaveLength(1)
      for (let number = 1; number < 4; number += 1) await stage.open()
      await sleep(2_000)
      expect(streams()).toHaveLength(1)

      await first.close()
      await expect.poll(streams, { timeout: 30_000 }).toHaveLength(2)
      await sleep(2_000)
      expect(streams()).toHaveLength(2)
    } finally {
      await stage.close()
    }
  },
)
