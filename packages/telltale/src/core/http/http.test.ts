import { describe, expect, it } from 'vitest'
import { fakePlatform } from '../../testing/fakePlatform.ts'
import { type FakeAnswer, type FakeServer, fakeStream } from '../../testing/fakeTransport.ts'
import { createHttp, isPermanentStatus } from './http.ts'

const URL = 'https://api.test/who'
/** Returns the HTTP date of this many seconds after the start of a fake platform. */
const at = (second: number) => new Date(fakePlatform().clock.now() + second * 1_000).toUTCString()
const NEVER = () => new Promise<FakeAnswer>(() => {})

function setUp(server: FakeServer) {
  const platform = fakePlatform(server)
  return { platform, http: createHttp(platform) }
}

describe('an HTTP request', () => {
  it.each([200, 204, 299])('an HTTP request is a success with status %i', async (status) => {
    const { http } = setUp(() => ({ status, body: 'text' }))
    const result = await http({ url: URL })
    expect(result).toMatchObject({ outcome: 'success', status })
    expect(result.outcome === 'success' && (await result.text())).toBe('text')
  })

  it.each([
    [400, 'bad-request'],
    [404, 'bad-request'],
    [499, 'bad-request'],
    [199, 'bad-status'],
    [300, 'bad-status'],
    [304, 'bad-status'],
    [500, 'bad-status'],
  ])('with status %i is a %s, whose error contains the status, and no address or header', async (status, outcome) => {
    const { http } = setUp(() => ({ status }))
    const result = await http({ url: URL, headers: { Authorization: 'Bearer secret' } })
    expect(result).toEqual({ outcome, status, retryAfterMs: 0 })
  })

  it.each([
    ['seconds', { 'Retry-After': '7' }, 7_000],
    ['a date, by the clock of the server', { 'Retry-After': at(1_009), Date: at(1_000) }, 9_000],
    ['a date, by the clock of the page when the server sends no Date', { 'Retry-After': at(9) }, 9_000],
    ['a date in the past', { 'Retry-After': at(1_000), Date: at(1_009) }, 0],
    ['no time at all', { 'Retry-After': '0' }, 0],
    ['a negative time', { 'Retry-After': '-7' }, 0],
    ['an invalid value', { 'Retry-After': 'soon' }, 0],
    ['longer than an hour', { 'Retry-After': '999999' }, 3_600_000],
  ])('an HTTP request returns how long the server asks to be left alone: %s', async (_, headers, retryAfterMs) => {
    const { http } = setUp(() => ({ status: 503, headers }))
    expect(await http({ url: URL })).toMatchObject({ retryAfterMs })
  })

  it('an HTTP request that gets no response is a network error', async () => {
    const { http } = setUp(() => 'network')
    expect(await http({ url: URL })).toEqual({ outcome: 'network', status: 0, retryAfterMs: 0 })
  })

  it.each([301, 302, 303, 307, 308])(
    'an HTTP request that is answered with a redirect (%i) has an outcome of its own, which does not contain the target',
    async (status) => {
      const { platform, http } = setUp(() => ({ status, headers: { Location: 'https://sign-in.test/?who=secret' } }))
      expect(await http({ url: URL })).toEqual({ outcome: 'redirect', status: 0, retryAfterMs: 0 })
      expect(platform.transport.requests).toHaveLength(1)
    },
  )

  it('an HTTP request that the caller aborts is cancelled', async () => {
    const { http } = setUp(NEVER)
    const caller = new AbortController()
    const result = http({ url: URL, signal: caller.signal, timeoutMs: 1_000 })
    caller.abort()
    expect(await result).toMatchObject({ outcome: 'cancelled', status: 0 })
  })

  it('an HTTP request has no time limit unless one is given', async () => {
    const { platform, http } = setUp(NEVER)
    void http({ url: URL })
    expect(platform.clock.pending).toBe(0)
  })

  it('an HTTP request times out after the given time, and leaves no timer', async () => {
    const { platform, http } = setUp(NEVER)
    const result = http({ url: URL, timeoutMs: 1_000 })
    await platform.clock.advance(1_000)
    expect(await result).toMatchObject({ outcome: 'timeout', status: 0 })

    const quick = setUp(() => ({ status: 500 }))
    await quick.http({ url: URL, timeoutMs: 1_000 })
    expect(quick.platform.clock.pending).toBe(0)
  })

  it('an HTTP request whose body comes in chunks may take the given time for each chunk', async () => {
    const stream = fakeStream()
    const { platform, http } = setUp(() => ({ status: 200, chunks: stream.chunks }))
    const result = await http({ url: URL, timeoutMs: 1_000 })
    if (result.outcome !== 'success') throw new Error('no success')
    const read: string[] = []
    const reading = (async () => {
      for await (const chunk of result.chunks()) {
        result.limit.start()
        read.push(chunk)
      }
      result.limit.end()
    })()
    for (const chunk of ['a', 'b', 'c']) {
      await platform.clock.advance(999)
      stream.push(chunk)
    }
    await platform.clock.advance(1_000)
    await reading
    expect(read).toEqual(['a', 'b', 'c'])
    expect(platform.clock.pending).toBe(0)
  })

  it('an HTTP request is a success with another status that the caller allows', async () => {
    const { http } = setUp(() => ({ status: 304 }))
    expect(await http({ url: URL, alsoSuccess: (status) => status === 304 })).toMatchObject({
      outcome: 'success',
      status: 304,
    })
    expect(await http({ url: URL, alsoSuccess: (status) => status === 305 })).toMatchObject({
      outcome: 'bad-status',
      status: 304,
    })
  })

  it('an HTTP request carries the XSRF cookie as a header to the page’s own origin, and to no other', async () => {
    const { platform, http } = setUp(() => ({ status: 200 }))
    platform.cookies['XSRF-TOKEN'] = 'x-1'
    await http({ url: '/collect', headers: { A: '1' } })
    await http({ url: 'https://app.test/collect' })
    await http({ url: 'https://app.test:8443/collect' })
    await http({ url: 'https://other.test/collect' })
    expect(platform.transport.requests.map(({ headers }) => headers)).toEqual([
      { A: '1', 'X-XSRF-TOKEN': 'x-1' },
      { 'X-XSRF-TOKEN': 'x-1' },
      {},
      {},
    ])
  })
})

it.each([401, 403, 404, 405, 413, 499])('status %i is permanent', (status) => {
  expect(isPermanentStatus(status)).toBe(true)
})

it.each([0, 200, 304, 400, 408, 429, 500, 503])('status %i is not permanent', (status) => {
  expect(isPermanentStatus(status)).toBe(false)
})

it('of all statuses, those from 400 to 499 are permanent, except 400, 408 and 429', () => {
  const statuses = Array.from({ length: 500 }, (_, index) => 100 + index)
  const expected = statuses.filter((status) => status >= 400 && status <= 499 && ![400, 408, 429].includes(status))
  expect(statuses.filter(isPermanentStatus)).toEqual(expected)
})
