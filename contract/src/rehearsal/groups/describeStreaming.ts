import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { wireFlag } from '../flagServices.ts'
import type { RehearsalBench, RehearsedClient } from '../rehearsalBench.ts'

/** Long enough for a change that should not have happened to show itself, in milliseconds. */
const SETTLED_MS = 150

const before = { flag: { value: 'before', version: 100 } }

const CHANGES = [
  ['patch', 101, 'after'],
  ['patch', 100, 'before'],
  ['patch', 99, 'before'],
  ['delete', 101, 'fallback'],
  ['delete', 100, 'before'],
  ['delete', 99, 'before'],
] as const

const RECOVERABLE = ['broken', 400, 408, 429, 500, 503] as const
const FINAL = [401, 403, 405] as const

export function describeStreaming(bench: RehearsalBench) {
  const value = async (client: RehearsedClient) =>
    (await client.evaluate({ flagKey: 'flag', defaultValue: 'fallback' }))['value']
  const patch = (version: number) => ({ key: 'flag', ...wireFlag({ value: 'after', version }) })

  describe('a change from the stream', () => {
    it.each(CHANGES)(
      'of type %s with version %i, for a flag with version 100, results in the value %j',
      async (event, version, expected) => {
        const client = await bench.open({ flags: before, stream: [before] })
        await client.stream.next()
        expect(await value(client)).toBe('before')
        client.stream.send(event, event === 'patch' ? patch(version) : { key: 'flag', version })
        if (expected === 'before') await sleep(SETTLED_MS)
        await expect.poll(() => value(client)).toBe(expected)
        expect('flag' in (await client.allFlags())).toBe(expected !== 'fallback')
      },
    )

    it('that patches an unknown flag adds the flag', async () => {
      const client = await bench.open({ stream: [{}] })
      await client.stream.next()
      client.stream.send('patch', patch(1))
      await expect.poll(() => value(client)).toBe('after')
    })

    it('that deletes an unknown flag keeps an older patch from adding it', async () => {
      const client = await bench.open({ stream: [{}] })
      await client.stream.next()
      client.stream.send('delete', { key: 'flag', version: 100 })
      client.stream.send('patch', patch(100))
      client.stream.send('patch', { ...patch(1), key: 'behind' })
      await expect.poll(() => client.allFlags()).toEqual({ behind: 'after' })
    })

    it('that puts all flags removes those it does not name', async () => {
      const client = await bench.open({ flags: before, stream: [before] })
      await client.stream.next()
      client.stream.send('put', { other: wireFlag({ value: 1, version: 1 }) })
      await expect.poll(() => client.allFlags()).toEqual({ other: 1 })
    })
  })

  describe('a stream', () => {
    const after = { flag: { value: 'after', version: 101 } }

    it('is opened again after the service has closed it', async () => {
      const client = await bench.open({ flags: before, stream: [before, after] })
      const first = await client.stream.next()
      first.response.end()
      await client.stream.next()
      await expect.poll(() => value(client)).toBe('after')
    })

    it.each(RECOVERABLE)(
      'whose first connections fail with %s is opened again until one succeeds, and then no more',
      async (failure) => {
        const stream = [failure, failure, after]
        const client = await bench.open({ flags: before, stream, initCanFail: true })
        for (let i = 0; i < 3; i += 1) await client.stream.next()
        await expect.poll(() => value(client)).toBe('after')
        await sleep(SETTLED_MS)
        expect(client.stream.waiting()).toBe(0)
      },
    )

    it.each(RECOVERABLE)('whose later connections fail with %s is opened again until one succeeds', async (failure) => {
      const client = await bench.open({ flags: before, stream: [before, failure, failure, after] })
      const first = await client.stream.next()
      first.response.end()
      for (let i = 0; i < 3; i += 1) await client.stream.next()
      await expect.poll(() => value(client)).toBe('after')
    })

    it.each(FINAL)('whose first connection is refused with %i is not opened again', async (status) => {
      const client = await bench.open({ flags: before, stream: [status, after], initCanFail: true })
      await client.stream.next()
      await sleep(SETTLED_MS)
      expect(client.stream.waiting()).toBe(0)
    })

    it.each(FINAL)('whose later connection is refused with %i is not opened again', async (status) => {
      const client = await bench.open({ flags: before, stream: [before, status, after] })
      const first = await client.stream.next()
      first.response.end()
      await client.stream.next()
      await sleep(SETTLED_MS)
      expect(client.stream.waiting()).toBe(0)
    })

    it('ends when its client is closed', async () => {
      const client = await bench.open({ flags: before, stream: [before] })
      const { response } = await client.stream.next()
      const closed = new Promise<void>((resolve) => response.once('close', () => resolve()))
      expect(await client.close()).toBe(200)
      await closed
    })

    it('initializes a client whose poll gets no answer', async () => {
      const own = bench.services({ flags: before, stream: [before] })
      const client = await bench.openWith(
        {
          credential: 'stream-alone',
          streaming: { baseUri: own.stream.url },
          clientSide: { initialContext: { kind: 'user', key: 'a' } },
        },
        own,
      )
      expect(await value(client)).toBe('before')
    })
  })
}
