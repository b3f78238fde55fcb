import { expect, test } from '@playwright/test'
import { openStage } from 'bench/delivery/stage'

test(
  'the tabs of a browser share one flag stream, and another tab takes over when its tab is closed',
  { tag: '@core' },
  async ({ browser }) => {
    const stage = await openStage(browser, { sdk: 'telltale', tabs: 0, settings: { streaming: true } })
    try {
      const streams: string[] = []
      stage.context.on('request', (request) => {
        if (request.url().includes('/eval/')) streams.push(request.url())
      })
      const tabs = []
      for (let number = 0; number < 4; number += 1) tabs.push(await stage.open())
      await expect.poll(() => streams).toHaveLength(1)
      await tabs[3]?.page.waitForTimeout(2_000)
      expect(streams).toHaveLength(1)

      await tabs[0]?.close()
      await expect.poll(() => streams, { timeout: 30_000 }).toHaveLength(2)
      await tabs[3]?.page.waitForTimeout(2_000)
      expect(streams).toHaveLength(2)
    } finally {
      await stage.close()
    }
  },
)
