import { openStage } from 'stage/openStage'
import { openTab } from 'stage/tab'
import { expect, test } from './test.ts'

test('the user name and password in a page URL are not part of any event', async ({ engine }) => {
  const stage = await openStage(engine, { sdk: 'telltale', tabs: 0 })
  try {
    const url = stage.server.url.replace('//', '//ida:s3cret@')
    const tab = await openTab(await stage.profile.openTab(), { url, name: 'ev-address-t0', largeBytes: 1 })
    expect(await tab.page.run(() => document.URL)).toContain('ida:s3cret@') // the browser does not leave them out
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
