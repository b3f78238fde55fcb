import { describe, expect, it } from 'vitest'
import type { RehearsalBench, RehearsedClient } from '../rehearsalBench.ts'
import { ENVIRONMENT } from '../rehearsalBench.ts'

type Kind = 'poll' | 'stream'
type Method = 'GET' | 'REPORT'

const PATHS = { poll: '/sdk/evalx/my-credential/contexts/', stream: '/eval/my-credential/' } as const
const REPORT_PATHS = { poll: '/sdk/evalx/my-credential/context', stream: '/eval/my-credential' } as const

const CASES = (['poll', 'stream'] as const).flatMap((kind) =>
  (['GET', 'REPORT'] as const).map((method) => [kind, method] as const),
)

/** Every kind of attribute that there is, some of it private. */
const ALL = {
  name: 'a',
  anonymous: true,
  c: true,
  d: 1,
  e: 1.5,
  f: 'g',
  h: [2],
  i: { j: true },
  _meta: { privateAttributes: ['a', 'c'] },
}
const CONTEXTS = [
  { kind: 'user', key: 'a' },
  { kind: 'user', key: 'Ä / ?', ...ALL },
  { kind: 'multi', org: { key: 'o', ...ALL, name: 'x' }, other: { key: 'p', ...ALL } },
]

/** Polls and streams: how the client asks for flags. */
export function describeRequests(bench: RehearsalBench) {
  const first = (client: RehearsedClient, kind: Kind) => client[kind].next()
  const setup = (kind: Kind, method: Method) => ({
    ...(kind === 'stream' && { stream: [{}] }),
    clientSide: { useReport: method === 'REPORT' },
  })

  describe.each(CASES)('a %s by %s', (kind, method) => {
    it('goes to the right path without a body, or with the context in it', async () => {
      const client = await bench.open(setup(kind, method))
      const request = await first(client, kind)
      expect(request.method).toBe(method)
      if (method === 'GET') {
        expect(request.path).toMatch(new RegExp(`^${PATHS[kind]}[\\w-]+=*$`))
        expect(request.body).toBe('')
      } else {
        expect(request.path).toBe(REPORT_PATHS[kind])
        expect(request.headers['content-type']).toContain('application/json')
      }
      expect([undefined, ENVIRONMENT]).toContain(request.headers['authorization'])
    })

    it('goes to the same path when the address ends in a slash', async () => {
      const own = bench.services({})
      const client = await bench.openWith(
        {
          credential: ENVIRONMENT,
          polling: { baseUri: `${own.poll.url}/` },
          ...(kind === 'stream' && { streaming: { baseUri: `${own.stream.url}/` } }),
          clientSide: { initialContext: { kind: 'user', key: 'a' }, useReport: method === 'REPORT' },
        },
        own,
      )
      const { path } = await first(client, kind)
      if (method === 'GET') expect(path.startsWith(PATHS[kind])).toBe(true)
      else expect(path).toBe(REPORT_PATHS[kind])
    })

    it.each([undefined, false, true])(
      'has the query that belongs to evaluationReasons %s and nothing else',
      async (reasons) => {
        const { clientSide, ...rest } = setup(kind, method)
        const asked = { ...clientSide, ...(reasons !== undefined && { evaluationReasons: reasons }) }
        const client = await bench.open({ ...rest, clientSide: asked })
        const { query } = await first(client, kind)
        if (reasons) expect(query).toEqual({ withReasons: 'true' })
        else expect([{}, { withReasons: 'false' }]).toContainEqual(query)
      },
    )

    it('carries the hash in secure mode', async () => {
      const { clientSide, ...rest } = setup(kind, method)
      const client = await bench.open({ ...rest, clientSide: { ...clientSide, hash: 'abc=/+' } })
      expect((await first(client, kind)).query).toEqual({ h: 'abc=/+' })
    })

    it('carries the hash beside the wish for reasons', async () => {
      const { clientSide, ...rest } = setup(kind, method)
      const asked = { ...clientSide, hash: 'abc', evaluationReasons: true }
      const client = await bench.open({ ...rest, clientSide: asked })
      expect((await first(client, kind)).query).toEqual({ h: 'abc', withReasons: 'true' })
    })

    it.each(CONTEXTS)('carries the whole context: %o', async (context) => {
      const client = await bench.open({ ...setup(kind, method), context })
      const { path, body } = await first(client, kind)
      const text = method === 'GET' ? Buffer.from(path.slice(PATHS[kind].length), 'base64url').toString('utf8') : body
      expect(JSON.parse(text)).toEqual(context)
    })
  })

  it('asks for the flags of another context when it is identified', async () => {
    const client = await bench.open({ flags: { flag: { value: 1, version: 1 } } })
    await client.poll.next()
    client.poll.set({ flag: { value: 2, version: 1 } })
    await client.identify({ kind: 'user', key: 'other' })
    expect(await client.evaluate({ flagKey: 'flag' })).toEqual({ value: 2 })
    expect(client.poll.waiting()).toBe(1)
  })

  it('does not stream when it is not told to', async () => {
    const client = await bench.open({ flags: { flag: { value: 1 } } })
    await client.poll.next()
    await client.evaluate({ flagKey: 'flag' })
    expect(client.stream.waiting()).toBe(0)
  })
}
