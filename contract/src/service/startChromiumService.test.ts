import { expect, test } from 'vitest'
import { startRehearsal, USER } from '../rehearsal/startRehearsal.ts'
import { startChromiumService } from './startChromiumService.ts'

const { open } = await startRehearsal(startChromiumService)

// The rehearsal in Node, and the vendor's harness in the page, test what the client does in detail.
test('a client in a page in Chromium evaluates a flag, tracks an event, delivers both, and closes', async () => {
  const client = await open({ flags: { flag: { value: 'from the service', variation: 2, trackEvents: true } } })
  const evaluated = await client.evaluate({ flagKey: 'flag', valueType: 'string', defaultValue: 'default' })
  expect(evaluated).toEqual({ value: 'from the service' })
  await client.track('smoke', { data: { a: 1 }, metricValue: 2 })

  const events = await client.flush()
  expect(events.map(({ kind }) => kind)).toEqual(['identify', 'feature', 'custom', 'summary'])
  expect(events.find(({ kind }) => kind === 'feature')).toMatchObject({ key: 'flag', variation: 2 })
  expect(events.find(({ kind }) => kind === 'custom')).toMatchObject({ key: 'smoke', data: { a: 1 }, metricValue: 2 })
  expect(events[0]).toMatchObject({ context: USER })

  expect(await client.close()).toBe(200)
  await expect(client.evaluate({ flagKey: 'flag' })).rejects.toThrow(/404/)
})
