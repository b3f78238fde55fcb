import { describe, expect, it } from 'vitest'
import type { RehearsalBench, Setup } from '../rehearsalBench.ts'

export function describeEntityTags(bench: RehearsalBench) {
  /** Each client asks at another address, as the harness has it. What it asks with, after which it is gone. */
  async function asked(setup: Setup) {
    const client = await bench.open({ isWithoutEvents: true, ...setup })
    const { headers } = await client.poll.next()
    await client.close()
    return headers['if-none-match']
  }
  let count = 0
  const somebody = () => ({ kind: 'user', key: `etag-${(count += 1)}` })

  describe.each([false, true])('the entity tag, by REPORT: %s', (useReport) => {
    const clientSide = { useReport }

    it('is remembered by the next client, for each context its own', async () => {
      const [one, other] = [somebody(), somebody()]
      expect(await asked({ context: one, etag: '"1"', clientSide })).toBeUndefined()
      expect(await asked({ context: other, etag: '"2"', clientSide })).toBeUndefined()
      expect(await asked({ context: one, clientSide })).toBe('"1"')
      expect(await asked({ context: other, clientSide })).toBe('"2"')
    })

    it('is sent as it came, without quotes if it had none', async () => {
      const context = somebody()
      await asked({ context, etag: `user:${context.key}`, clientSide })
      expect(await asked({ context, clientSide })).toBe(`user:${context.key}`)
    })

    it('is not that of somebody with other attributes', async () => {
      const context = somebody()
      await asked({ context, etag: '"1"', clientSide })
      expect(await asked({ context: { ...context, age: 42 }, clientSide })).toBeUndefined()
    })

    it('survives a client that streams', async () => {
      const context = somebody()
      await asked({ context, etag: '"1"', clientSide })
      const own = bench.services({ stream: [{ flag: { value: 1 } }] })
      const client = await bench.openWith(
        {
          credential: 'my-credential',
          streaming: { baseUri: own.stream.url },
          clientSide: { initialContext: context, ...clientSide },
        },
        own,
      )
      await client.stream.next()
      await client.close()
      expect(await asked({ context, clientSide })).toBe('"1"')
    })

    it('brings the flags that it stands for', async () => {
      const setup = { context: somebody(), etag: '"1"', flags: { flag: { value: 'kept' } }, clientSide }
      await asked(setup)
      const client = await bench.open({ ...setup, flags: {} })
      expect(await client.evaluate({ flagKey: 'flag' })).toEqual({ value: 'kept' })
    })
  })
}
