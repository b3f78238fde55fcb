import { describe, expect, it, vi } from 'vitest'
import { noteLeaving } from './fetchTransport.ts'
import { compressBody, laterTransport } from './laterTransport.ts'

noteLeaving()
const transport = laterTransport(compressBody)

const never = new AbortController().signal

/**
 * Returns the arguments of the `fetch` calls that are made while `action` runs: before its first wait, unless `action`
 * waits.
 */
async function fetched(action: () => unknown): Promise<RequestInit[]> {
  const calls: RequestInit[] = []
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (_url, init) => {
    calls.push(init ?? {})
    return new Response('')
  })
  await action()
  spy.mockRestore()
  return calls
}

describe('a request', () => {
  it('a request leaves synchronously', async () => {
    const calls = await fetched(() => void transport.send({ url: '/', keepalive: true }))
    expect(calls).toMatchObject([{ keepalive: true }])
  })

  it('a request whose response is for one user only is not answered from a cache', async () => {
    expect(await fetched(() => transport.send({ url: '/', noStore: true }))).toMatchObject([{ cache: 'no-store' }])
    expect(await fetched(() => transport.send({ url: '/' }))).toMatchObject([{ cache: 'default' }])
  })

  it('at the end of a page is refused exactly when the browser would refuse it', async () => {
    const body = 'x'.repeat(16_384)
    const post = { method: 'POST', keepalive: true, body } as const
    const four = Array.from({ length: 4 }, () => transport.send({ url: '/', ...post }))
    const calls = await fetched(async () => {
      expect(await transport.send({ url: '/', ...post, body: 'x' })).toEqual({ outcome: 'network' })
    })
    expect(calls).toEqual([])
    // The browser itself, called without the account, rejects.
    await expect(fetch('/', { ...post, body: 'x' })).rejects.toThrow(TypeError)
    for (const sent of four) expect((await sent).outcome).toBe('response')
  })

  it('a request compresses a body only if that is worth it, and never at an exit', async () => {
    const send = (body: string, keepalive = false) =>
      fetched(() => transport.send({ url: '/', method: 'POST', body, gzip: true, keepalive }))
    const large = 'ü'.repeat(2_000)

    const [compressed] = await send(large)
    expect(compressed?.headers).toEqual({ 'Content-Encoding': 'gzip' })
    const unzipped = new Blob([compressed?.body as ArrayBuffer]).stream().pipeThrough(new DecompressionStream('gzip'))
    expect(await new Response(unzipped).text()).toBe(large)

    const [plain] = await fetched(() => laterTransport().send({ url: '/', method: 'POST', body: large, gzip: true }))
    expect(plain).toMatchObject({ headers: {}, body: large })
    expect(await send('small')).toMatchObject([{ headers: {}, body: 'small' }])
    expect(await send(large, true)).toMatchObject([{ headers: {}, body: large }])
  })

  it('a request may have a body of bytes, which is compressed, counted and sent like a text', async () => {
    const bytes = new Uint8Array(2_000).fill(200)
    const send = (given: Uint8Array, keepalive = false) =>
      fetched(() => transport.send({ url: '/', method: 'POST', bytes: given, gzip: true, keepalive }))

    const [compressed] = await send(bytes)
    expect(compressed?.headers).toEqual({ 'Content-Encoding': 'gzip' })
    const unzipped = new Blob([compressed?.body as ArrayBuffer]).stream().pipeThrough(new DecompressionStream('gzip'))
    expect(new Uint8Array(await new Response(unzipped).arrayBuffer())).toEqual(bytes)
    expect(await send(bytes, true)).toMatchObject([{ headers: {}, body: bytes }])
    expect(await send(bytes.slice(0, 9))).toMatchObject([{ headers: {}, body: bytes.slice(0, 9) }])
    expect(await send(new Uint8Array(65_537), true)).toEqual([])
  })

  it('a request with `untilLeave` is aborted when the page is left', async () => {
    // Not read to its end: WebKit may deliver a body that has arrived although the request is aborted.
    const [stream] = await fetched(() => transport.send({ url: '/', untilLeave: true, signal: never }))
    expect(stream?.signal?.aborted).toBe(false)
    window.dispatchEvent(new PageTransitionEvent('pagehide'))
    expect(stream?.signal?.aborted).toBe(true)

    const leaving = transport.send({ url: '/', untilLeave: true })
    window.dispatchEvent(new PageTransitionEvent('pagehide'))
    expect((await leaving).outcome).not.toBe('response')
  })

  it('a request that is rejected while the page is about to be left has no outcome before the page has had time to end', async () => {
    const send = () => transport.send({ url: 'http://127.0.0.1:9/' })
    expect(await send()).toEqual({ outcome: 'network' })
    const heard: string[] = []
    window.dispatchEvent(new Event('beforeunload'))
    const sent = send().then(({ outcome }) => heard.push(outcome))
    await expect(fetch('http://127.0.0.1:9/')).rejects.toThrow(TypeError)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(heard).toEqual([])
    await sent
    expect(heard).toEqual(['network'])
  })
})
