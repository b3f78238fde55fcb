import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startNodeService } from '../service/startNodeService.ts'
import { STANDARD_VALUES } from './standardValues.ts'
import { ENVIRONMENT, startRehearsal, USER } from './startRehearsal.ts'

const { open } = await startRehearsal(startNodeService)

const CONTEXTS = [
  { kind: 'user', key: 'a' },
  { kind: 'org', key: 'o' },
  { kind: 'multi', org: { key: 'o' }, user: { key: 'u' } },
]
const anonymous = { key: 'a', anonymous: true, name: 'n', more: 1 }

/** Everything that can come with a custom event. */
const DATA = [undefined, null, ...STANDARD_VALUES]
const METRICS = [undefined, 0, -1.5, 1.5]

test.each(['', '/'] as const)(
  'events are posted to the right path, and described by headers, with "%s" after the address',
  async (slash) => {
    const client = await open({ slash })
    await client.run({ command: 'flushEvents' })
    const { method, path, headers } = await client.events.next()
    expect([method, path]).toEqual(['POST', `/events/bulk/${ENVIRONMENT}`])
    expect(headers['content-type']).toContain('application/json')
    expect(headers['x-launchdarkly-event-schema']).toBe('4')
    expect(headers['x-launchdarkly-payload-id']).toMatch(/./)
    expect([undefined, ENVIRONMENT]).toContain(headers['authorization'])
  },
)

test('each post of events has its own ID', async () => {
  const client = await open()
  const ids = new Set<unknown>()
  for (let i = 0; i < 3; i += 1) {
    await client.track('a')
    await client.run({ command: 'flushEvents' })
    ids.add((await client.events.next()).headers['x-launchdarkly-payload-id'])
  }
  expect(ids.size).toBe(3)
})

test('no events are posted while events are off', async () => {
  const client = await open({ flags: { flag: { value: 1, trackEvents: true } }, events: null })
  await client.evaluate({ flagKey: 'flag' })
  await client.track('a')
  await client.identify({ kind: 'user', key: 'b' })
  await client.run({ command: 'flushEvents' })
  await sleep(200)
  expect(client.events.waiting()).toBe(0)
})

test('events above the capacity are dropped until the next flush', async () => {
  const client = await open({ events: { capacity: 20 } })
  const names = Array.from({ length: 23 }, (_, index) => `event-${index}`)
  for (const name of names) await client.track(name)
  const events = await client.flush()
  expect(events.map(({ kind, key }) => key ?? kind)).toEqual(['identify', ...names.slice(0, 19)])
  await client.track('again')
  expect((await client.flush()).map(({ key }) => key)).toEqual(['again'])
})

test('the summary is sent in addition to the events that fill the capacity', async () => {
  const client = await open({ events: { capacity: 5 } })
  for (let i = 0; i < 7; i += 1) await client.identify({ kind: 'user', key: `key-${i}` })
  await client.evaluate({ flagKey: 'unknown' })
  const events = await client.flush()
  expect(events.map(({ kind }) => kind)).toEqual([...Array(5).fill('identify'), 'summary'])
  const keys = events.slice(0, 5).map((event) => (event['context'] as { key: string }).key)
  expect(keys).toEqual([USER.key, 'key-0', 'key-1', 'key-2', 'key-3'])
})

test.each(CONTEXTS)('the first context and each identification make an identify event: %o', async (context) => {
  const client = await open({ context })
  const event = { kind: 'identify', creationDate: expect.any(Number), context }
  expect(await client.flush()).toEqual([event])
  await client.identify(context)
  expect(await client.flush()).toEqual([event])
})

test.each(CONTEXTS)('a custom event has the context, and no unknown property: %o', async (context) => {
  const client = await open({ context })
  await client.flush()
  await client.track('key', { data: true, metricValue: 1 })
  const events = (await client.flush()).map(({ url: _url, ...event }) => event)
  const creationDate = expect.any(Number)
  expect(events).toEqual([{ kind: 'custom', creationDate, key: 'key', data: true, metricValue: 1, context }])
})

test.each(METRICS)('a custom event has the metric value %s with any data', async (metricValue) => {
  const client = await open()
  await client.flush()
  for (const data of DATA) {
    await client.track('key', {
      metricValue: metricValue ?? null,
      ...(data === undefined ? { omitNullData: true } : { data }),
    })
    const [event] = await client.flush()
    expect(event?.['data'] ?? null).toEqual(data ?? null)
    expect(event?.['metricValue'] ?? null).toEqual(metricValue ?? null)
  }
})

test.each([
  { kind: 'user', ...anonymous },
  { kind: 'multi', org: { key: 'o', name: 'm' }, user: anonymous },
])('a custom event shows all attributes of the anonymous context %o', async (context) => {
  const client = await open()
  await client.identify(context)
  await client.flush()
  await client.track('key')
  expect((await client.flush())[0]?.['context']).toEqual(context)
})
