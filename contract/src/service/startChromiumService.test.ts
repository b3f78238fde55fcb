import { expect, test } from 'vitest'
import { findChromium } from '../../../scripts/findChromium.mjs'
import { createRehearsalBench, USER } from '../rehearsal/rehearsalBench.ts'
import { startChromiumService } from './startChromiumService.ts'

const bench = createRehearsalBench(async () => {
  const browser = findChromium()
  return startChromiumService(browser.type === 'found' ? browser.path : undefined)
})

// What the client does in detail is rehearsed in Node, and tested by the vendor's harness in the page.
test('a client in a page in Chromium evaluates a flag, tracks an event, delivers both, and closes', async () => {
  const client = await bench.open({ flags: { flag: { value: 'from the service', variation: 2, trackEvents: true } } })
  const evaluated = await client.evaluate({ flagKey: 'flag', valueType: 'string', defaultValue: 'default' })
  expect(evaluated).toEqual({ value: 'from the service' })
  await client.run({ command: 'customEvent', customEvent: { eventKey: 'smoke', data: { a: 1 }, metricValue: 2 } })

  const events = await client.flush()
  expect(events.map(({ kind }) => kind)).toEqual(['identify', 'feature', 'custom', 'summary'])
  expect(events.find(({ kind }) => kind === 'feature')).toMatchObject({ key: 'flag', variation: 2 })
  expect(events.find(({ kind }) => kind === 'custom')).toMatchObject({ key: 'smoke', data: { a: 1 }, metricValue: 2 })
  expect(events[0]).toMatchObject({ context: USER })

  expect(await client.close()).toBe(200)
  await expect(client.evaluate({ flagKey: 'flag' })).rejects.toThrow(/404/)
})
