import { describe, expect, it } from 'vitest'
import type { RehearsalBench } from '../rehearsalBench.ts'

export function describeIndependence(bench: RehearsalBench) {
  describe('two clients', () => {
    const open = (key: string, value: number) =>
      bench.open({ credential: `environment-${key}`, context: { kind: 'user', key }, flags: { flag: { value } } })

    it('have their own flags and events', async () => {
      const [one, other] = [await open('one', 1), await open('other', 2)]
      expect(await one.evaluate({ flagKey: 'flag' })).toEqual({ value: 1 })
      expect(await other.evaluate({ flagKey: 'flag' })).toEqual({ value: 2 })
      for (const [client, key] of [[one, 'one'] as const, [other, 'other'] as const]) {
        const events = await client.flush()
        expect(events.map((event) => (event['context'] as { key: string }).key)).toEqual([key, key])
      }
    })

    it('of one environment have the same flags, when they begin and when they ask again', async () => {
      const own = bench.services({ flags: { flag: { value: 1 } } })
      const openOne = (key: string) =>
        bench.openWith(
          {
            credential: 'one-environment',
            polling: { baseUri: own.poll.url },
            events: { baseUri: own.events.url },
            clientSide: { initialContext: { kind: 'user', key } },
          },
          own,
        )
      const clients = [await openOne('one'), await openOne('other')] as const
      for (const client of clients) expect(await client.evaluate({ flagKey: 'flag' })).toEqual({ value: 1 })
      own.poll.set({ flag: { value: 2 } })
      await clients[0].identify({ kind: 'user', key: 'one' })
      await clients[1].identify({ kind: 'user', key: 'other' })
      for (const client of clients) expect(await client.evaluate({ flagKey: 'flag' })).toEqual({ value: 2 })
    })

    it('do not notice what becomes of one another', async () => {
      const [one, other] = [await open('one', 1), await open('other', 2)]
      one.poll.set({ flag: { value: 3 } })
      await one.identify({ kind: 'user', key: 'three' })
      expect(await one.evaluate({ flagKey: 'flag' })).toEqual({ value: 3 })
      expect(await other.evaluate({ flagKey: 'flag' })).toEqual({ value: 2 })
      await one.close()
      expect(await other.evaluate({ flagKey: 'flag' })).toEqual({ value: 2 })
    })
  })
}
