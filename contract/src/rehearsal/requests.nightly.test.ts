import { describe, expect, test } from 'vitest'
import { startNodeService } from '../service/startNodeService.ts'
import { ENVIRONMENT, startRehearsal, type Setup } from './startRehearsal.ts'

const { open } = await startRehearsal(startNodeService)

const CASES = [
  { kind: 'poll', method: 'GET', path: '/sdk/evalx/my-credential/contexts/' },
  { kind: 'poll', method: 'REPORT', path: '/sdk/evalx/my-credential/context' },
  { kind: 'stream', method: 'GET', path: '/eval/my-credential/' },
  { kind: 'stream', method: 'REPORT', path: '/eval/my-credential' },
] as const

/** Every kind of attribute, some of them private. */
const ALL = {
  ...{ name: 'a', anonymous: true, c: true, d: 1, e: 1.5, f: 'g', h: [2], i: { j: true } },
  _meta: { privateAttributes: ['a', 'c'] },
}
const CONTEXTS = [
  { kind: 'user', key: 'a' },
  { kind: 'user', key: 'Ä / ?', ...ALL },
  { kind: 'multi', org: { key: 'o', ...ALL, name: 'x' }, other: { key: 'p', ...ALL } },
]

describe.each(CASES)('a $kind by $method', ({ kind, method, path }) => {
  async function firstRequest({ clientSide, ...setup }: Setup = {}) {
    const stream = kind === 'stream' ? [{}] : undefined
    const client = await open({
      ...setup,
      ...(stream && { stream }),
      clientSide: { useReport: method === 'REPORT', ...clientSide },
    })
    return client[kind].next()
  }

  test.each(['', '/'] as const)('has the right path, with "%s" after the address', async (slash) => {
    const request = await firstRequest({ slash })
    expect(request.method).toBe(method)
    if (method === 'GET') {
      expect(request.path).toMatch(new RegExp(`^${path}[\\w-]+=*$`))
      expect(request.body).toBe('')
    } else {
      expect(request.path).toBe(path)
      expect(request.headers['content-type']).toContain('application/json')
    }
    expect([undefined, ENVIRONMENT]).toContain(request.headers['authorization'])
  })

  test.each([undefined, false, true])('has no query but that of evaluationReasons: %s', async (evaluationReasons) => {
    const { query } = await firstRequest({ clientSide: { evaluationReasons } })
    if (evaluationReasons) expect(query).toEqual({ withReasons: 'true' })
    else expect([{}, { withReasons: 'false' }]).toContainEqual(query)
  })

  test('has the hash of the secure mode', async () => {
    expect((await firstRequest({ clientSide: { hash: 'abc=/+' } })).query).toEqual({ h: 'abc=/+' })
    const both = { hash: 'abc', evaluationReasons: true }
    expect((await firstRequest({ clientSide: both })).query).toEqual({ h: 'abc', withReasons: 'true' })
  })

  test.each(CONTEXTS)('has the whole context %o', async (context) => {
    const request = await firstRequest({ context })
    const inPath = Buffer.from(request.path.slice(path.length), 'base64url').toString('utf8')
    expect(JSON.parse(method === 'GET' ? inPath : request.body)).toEqual(context)
  })
})

test('an identification polls the flags of the new context', async () => {
  const client = await open({ flags: { flag: { value: 1, version: 1 } } })
  await client.poll.next()
  client.poll.set({ flag: { value: 2, version: 1 } })
  await client.identify({ kind: 'user', key: 'other' })
  expect(await client.evaluate({ flagKey: 'flag' })).toEqual({ value: 2 })
  expect(client.poll.waiting()).toBe(1)
})

test('a client without streaming opens no stream', async () => {
  const client = await open({ flags: { flag: { value: 1 } } })
  await client.poll.next()
  await client.evaluate({ flagKey: 'flag' })
  expect(client.stream.waiting()).toBe(0)
})
