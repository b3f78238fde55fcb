import { expect, test } from '@playwright/test'
import { openStage } from 'bench/delivery/stage'
import { openTab } from 'bench/delivery/tab'

test('the user name and password in a page URL are in no event', async ({ browser }) => {
  const stage = await openStage(browser, { sdk: 'telltale', tabs: 0 })
  try {
    const url = stage.server.url.replace('//', '//ida:s3cret@')
    const tab = await openTab(await stage.context.newPage(), { url, name: 'ev-address-t0', largeBytes: 1 })
    expect(await tab.page.evaluate(() => document.URL)).toContain('ida:s3cret@') // the browser does not leave them out
    await tab.track({ to: 1 })
    const urls = () =>
      stage.collector
        .stored()
        .filter(({ name }) => name.startsWith('ev-address'))
        .map((event) => event.url)
    await expect.poll(urls).toEqual([`${stage.server.url}/`])
  } finally {
    await stage.close()
  }
})
