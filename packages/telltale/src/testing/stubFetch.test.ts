import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FakeAnswer } from './fakeTransport.ts'
import { stubFetch, type FetchedRequest } from './stubFetch.ts'

const URL = 'https://service.test/'
const requests: FetchedRequest[] = []
let answer: FakeAnswer | Promise<FakeAnswer>
let restore: () => void

beforeEach(() => {
  requests.length = 0
  answer = { status: 200 }
  restore = stubFetch(async (request) => (requests.push(request), answer))
})
afterEach(() => restore())

const post = (body: BodyInit, init: RequestInit = {}) => fetch(URL, { method: 'POST', body, ...init })

describe('the fetch of a check', () => {
  it('a redirect leads to a page, to an opaque answer, or to an error, as the request says', async () => {
    answer = { status: 302, headers: { location: 'https://sign-in.test/' } }
    const followed = await fetch(URL)
    expect([followed.status, followed.redirected, await followed.text()]).toEqual([
      200,
      true,
      expect.stringMatching(/^<!doctype/),
    ])
    const { type, status, ok } = await fetch(URL, { redirect: 'manual' })
    expect({ type, status, ok }).toEqual({ type: 'opaqueredirect', status: 0, ok: false })
    await expect(fetch(URL, { redirect: 'error' })).rejects.toThrow(TypeError)
  })

  it('an answer without CORS is opaque, and no network is a TypeError', async () => {
    const { type, status } = await fetch(URL, { mode: 'no-cors' })
    expect([type, status]).toEqual(['opaque', 0])
    answer = 'network'
    await expect(fetch(URL)).rejects.toThrow(TypeError)
  })

  it('a body is read as text, whatever it is made of', async () => {
    const bytes = new TextEncoder().encode('a batch')
    await post('a batch')
    await post(bytes)
    await post(bytes.buffer)
    await post(new Blob(['a batch']))
    await post(new Blob(['a batch']).stream().pipeThrough(new CompressionStream('gzip')), { duplex: 'half' } as object)
    await fetch(new Request(URL, { method: 'POST', body: 'a batch' }))
    expect(requests.map(({ body }) => typeof body)).toEqual([
      'string',
      'string',
      'string',
      'object',
      'object',
      'object',
    ])
    expect(new Set(await Promise.all(requests.map(({ body }) => body)))).toEqual(new Set(['a batch']))
  })

  it('bodies that are to outlive the page have 64 KiB together', async () => {
    const keepalive = true
    await post('x'.repeat(40_000), { keepalive })
    await expect(post('x'.repeat(70_000), { keepalive })).rejects.toThrow(TypeError)
    answer = new Promise(() => {})
    const waiting = new AbortController()
    const first = post('x'.repeat(40_000), { keepalive, signal: waiting.signal })
    await expect(post('x'.repeat(40_000), { keepalive })).rejects.toThrow(TypeError)
    waiting.abort()
    await expect(first).rejects.toThrow('aborted')
    answer = { status: 200 }
    await post('x'.repeat(40_000), { keepalive })
  })
})
