import { setTimeout as sleep } from 'node:timers/promises'
import { openStage } from 'stage/openStage'
import { openTab } from 'stage/tab'
import { expect, test } from './test.ts'

const PAGES = 40
const EVENTS = 3

test('an event that a page has passed to a vendor script is not passed again by the next page', async ({ engine }) => {
  const stage = await openStage(engine, { sdk: 'heap', tabs: 0 })
  try {
    const page = await stage.profile.openTab()
    const names = Array.from({ length: PAGES }, (_, visit) => `ev-left-t${visit}`)
    for (const [visit, name] of names.entries()) {
      await openTab(page, { url: stage.server.url, name, largeBytes: 1 })
      await sleep(50)
      // Before, while and after the events are passed on.
      await page
        .run(
          ({ act, ms }) => {
            globalThis.act?.(act)
            const end = performance.now() + ms
            const leave = () => void (performance.now() < end ? setTimeout(leave) : (location.href = '/away'))
            leave()
          },
          { act: { name, from: 0, to: EVENTS, largeBytes: 1 }, ms: visit % 20 },
        )
        .catch(() => undefined)
      await page.untilAt('/away')
    }
    await openTab(page, { url: stage.server.url, name: 'ev-last-t0', largeBytes: 1 })

    const expected = names.flatMap((name) => Array.from({ length: EVENTS }, (_, number) => `${name}-n${number}`)).sort()
    const said = () => stage.server.said.filter((what) => what.startsWith('ev-left')).sort()
    await expect.poll(() => said().length, { timeout: 30_000 }).toBeGreaterThanOrEqual(expected.length)
    await sleep(1_000) // for duplicates
    expect(said()).toEqual(expected)
  } finally {
    await stage.close()
  }
})
