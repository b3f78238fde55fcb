import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { AnalyticsEvent } from '../flagServices.ts'
import { USER, type RehearsalBench } from '../rehearsalBench.ts'
import { STANDARD_VALUES } from '../standardValues.ts'

const CONTEXTS = [
  { kind: 'user', key: 'a' },
  { kind: 'org', key: 'o' },
  { kind: 'multi', org: { key: 'o' }, user: { key: 'u' } },
]

/** Whatever may come with an event of one's own. */
const DATA = [undefined, null, ...STANDARD_VALUES]
const METRICS = [undefined, 0, -1.5, 1.5]

const kinds = (events: readonly AnalyticsEvent[]) => events.map(({ kind }) => kind)

export function describeEventPosts(bench: RehearsalBench) {
  describe('event posts', () => {
    it.each(['', '/'])('go to the right place, with "%s" behind the address, and name themselves', async (slash) => {
      const own = bench.services({})
      const client = await bench.openWith(
        {
          credential: 'my-credential',
          polling: { baseUri: own.poll.url },
          events: { baseUri: own.events.url + slash },
          clientSide: { initialContext: USER },
        },
        own,
      )
      await client.run({ command: 'flushEvents' })
      const { method, path, headers } = await client.events.next()
      expect([method, path]).toEqual(['POST', '/events/bulk/my-credential'])
      expect(headers['content-type']).toContain('application/json')
      expect(headers['x-launchdarkly-event-schema']).toBe('4')
      expect(headers['x-launchdarkly-payload-id']).toMatch(/./)
      expect([undefined, 'my-credential']).toContain(headers['authorization'])
    })

    it('have an id each', async () => {
      const client = await bench.open()
      const ids: unknown[] = []
      for (let i = 0; i < 3; i += 1) {
        await client.run({ command: 'customEvent', customEvent: { eventKey: 'a' } })
        await client.run({ command: 'flushEvents' })
        ids.push((await client.events.next()).headers['x-launchdarkly-payload-id'])
      }
      expect(new Set(ids).size).toBe(3)
    })

    it('do not happen while events are off', async () => {
      const own = bench.services({ flags: { flag: { value: 1, trackEvents: true } } })
      const { url: events } = own.events
      const client = await bench.openWith(
        {
          credential: 'my-credential',
          serviceEndpoints: { polling: own.poll.url, events },
          clientSide: { initialContext: USER },
        },
        own,
      )
      await client.evaluate({ flagKey: 'flag' })
      await client.run({ command: 'customEvent', customEvent: { eventKey: 'a' } })
      await client.identify({ kind: 'user', key: 'b' })
      await client.run({ command: 'flushEvents' })
      await sleep(200)
      expect(own.events.waiting()).toBe(0)
    })

    it('hold as much as their capacity, drop what comes later, and start anew', async () => {
      const client = await bench.open({ events: { capacity: 20 } })
      const track = (eventKey: string) => client.run({ command: 'customEvent', customEvent: { eventKey } })
      const names = Array.from({ length: 23 }, (_, index) => `event-${index}`)
      for (const name of names) await track(name)
      const events = await client.flush()
      expect(events.map(({ kind, key }) => key ?? kind)).toEqual(['identify', ...names.slice(0, 19)])
      await track('again')
      expect((await client.flush()).map(({ key }) => key)).toEqual(['again'])
    })

    it('have the summary on top of what they hold', async () => {
      const client = await bench.open({ events: { capacity: 5 } })
      for (let i = 0; i < 7; i += 1) await client.identify({ kind: 'user', key: `key-${i}` })
      await client.evaluate({ flagKey: 'unknown' })
      const events = await client.flush()
      expect(kinds(events)).toEqual([...Array(5).fill('identify'), 'summary'])
      const keys = events.slice(0, 5).map((event) => (event['context'] as { key: string }).key)
      expect(keys).toEqual([USER.key, 'key-0', 'key-1', 'key-2', 'key-3'])
    })
  })

  describe('identify events', () => {
    it.each(CONTEXTS)('tell of the first context and of every later one: %o', async (context) => {
      const client = await bench.open({ context })
      const event = { kind: 'identify', creationDate: expect.any(Number), context }
      expect(await client.flush()).toEqual([event])
      await client.identify(context)
      expect(await client.flush()).toEqual([event])
    })
  })

  describe('custom events', () => {
    it.each(CONTEXTS)('show the context and nothing that they should not: %o', async (context) => {
      const client = await bench.open({ context })
      await client.flush()
      await client.run({ command: 'customEvent', customEvent: { eventKey: 'key', data: true, metricValue: 1 } })
      const [event, ...more] = await client.flush()
      const { url: _url, ...known } = event ?? { url: '' }
      const creationDate = expect.any(Number)
      expect(known).toEqual({ kind: 'custom', creationDate, key: 'key', data: true, metricValue: 1, context })
      expect(more).toEqual([])
    })

    it.each(METRICS)('have the metric value %s with any data', async (metricValue) => {
      const client = await bench.open()
      await client.flush()
      for (const data of DATA) {
        const omitNullData = data === undefined
        const params = { eventKey: 'key', omitNullData, ...(data !== undefined && { data }) }
        await client.run({ command: 'customEvent', customEvent: { ...params, metricValue: metricValue ?? null } })
        const [event] = await client.flush()
        expect(event?.['data'] ?? null).toEqual(data ?? null)
        expect(event?.['metricValue'] ?? null).toEqual(metricValue ?? null)
      }
    })

    it.each([
      { kind: 'user', key: 'a', anonymous: true, name: 'n', more: 1 },
      { kind: 'multi', org: { key: 'o', name: 'm' }, user: { key: 'a', anonymous: true, name: 'n', more: 1 } },
    ])('of somebody anonymous show everything: %o', async (context) => {
      const client = await bench.open()
      await client.identify(context)
      await client.flush()
      await client.run({ command: 'customEvent', customEvent: { eventKey: 'key' } })
      expect((await client.flush())[0]?.['context']).toEqual(context)
    })
  })
}
