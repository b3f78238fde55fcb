import { expect, test } from '@playwright/test'
import { openStage } from 'bench/delivery/stage'
import { openTab } from 'bench/delivery/tab'

const PAGES = 40
const EVENTS = 3

test('an event that a page has handed to a vendor script is not handed over again by the next page', async ({
  browser,
}) => {
  const stage = await openStage(browser, { sdk: 'heap', tabs: 0 })
  try {
    const page = await stage.context.newPage()
    const names = Array.from({ length: PAGES }, (_, visit) => `ev-left-t${visit}`)
    for (const [visit, name] of names.entries()) {
      const tab = await openTab(page, { url: stage.server.url, name, largeBytes: 1 })
      await page.waitForTimeout(50)
      const left = page.waitForURL('**/away')
      // Before, while and after the events are handed over.
      await page
        .evaluate(
          ([act, ms]) => {
            globalThis.act?.(act)
            const end = performance.now() + ms
            const leave = () => void (performance.now() < end ? setTimeout(leave) : (location.href = '/away'))
            leave()
          },
          [{ name, from: 0, to: EVENTS, largeBytes: 1 }, visit % 20] as const,
        )
        .catch(() => undefined)
      await left
      void tab
    }
    await openTab(page, { url: stage.server.url, name: 'ev-last-t0', largeBytes: 1 })

    const expected = names.flatMap((name) => Array.from({ length: EVENTS }, (_, number) => `${name}-n${number}`)).sort()
    const said = () => stage.server.said.filter((what) => what.startsWith('ev-left')).sort()
    await expect.poll(() => said().length, { timeout: 30_000 }).toBeGreaterThanOrEqual(expected.length)
    await page.waitForTimeout(1_000) // for whatever comes twice
    expect(said()).toEqual(expected)
  } finally {
    await stage.close()
  }
})
