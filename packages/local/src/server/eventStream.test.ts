import { connect, type Socket } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import { Hono, type Context } from 'hono'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readEventStream } from '../testing/readEventStream.ts'
import { createEventStream, type EventStream, type StreamEnd } from './eventStream.ts'
import { listen, LOOPBACK, type Listening } from './listen.ts'

let listening: Listening
let opened: EventStream[]
let ends: StreamEnd[]
/** The streams' current time in milliseconds. */
let now: number
let wasAskedLater: boolean
const sockets: Socket[] = []

beforeEach(async () => {
  opened = []
  ends = []
  now = 0
  wasAskedLater = false
  const answer = (c: Context) => {
    const stream = createEventStream(
      c,
      (end) => ends.push(end),
      () => now,
    )
    opened.push(stream)
    return stream
  }
  const app = new Hono()
  app.use(async (c, next) => {
    await next()
    c.res.headers.set('x-late', 'yes')
  })
  app.get('/stream', (c) => {
    const stream = answer(c)
    stream.send('"hello"')
    return stream.response
  })
  app.get('/long', (c) => {
    const stream = answer(c)
    stream.send(megabytes(9))
    stream.send('"the end"')
    return stream.response
  })
  // Reads and changes the body, as a fault does.
  app.get('/read', (c) => {
    const stream = answer(c)
    stream.send('"hello"')
    return new Response(stream.response.body?.pipeThrough(new TransformStream()), stream.response)
  })
  // Answers after the client has disconnected.
  app.get('/later', async (c) => {
    wasAskedLater = true
    await new Promise((resolve) => (c.env as HttpBindings).outgoing.once('close', resolve))
    const stream = answer(c)
    stream.send('"hello"')
    return stream.response
  })
  listening = await listen(app.fetch as Parameters<typeof listen>[0], { host: LOOPBACK, port: 0 })
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const stream of opened) stream.close()
  await listening.close()
})

/** The response on a raw connection. */
function raw(text: string): { readonly socket: Socket; said(): string; isOver(): boolean } {
  const socket = connect(listening.port, LOOPBACK, () => socket.write(text))
  sockets.push(socket)
  let [said, isOver] = ['', false]
  socket.setEncoding('utf8')
  socket.on('data', (chunk) => (said += String(chunk)))
  socket.on('close', () => (isOver = true))
  return { socket, said: () => said, isOver: () => isOver }
}

const request = (path: string, version = '1.1') => `GET ${path} HTTP/${version}\r\nHost: localhost\r\n\r\n`

test.each(['/stream', '/read'])(
  'a stream at %s delivers messages sent before and after reading began, and ends',
  async (path) => {
    const stream = await readEventStream(`http://${LOOPBACK}:${listening.port}${path}`)
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream')
    expect(stream.response.headers.get('x-late')).toBe('yes')
    expect((await stream.next())?.data).toBe('hello')
    opened[0]?.send('"ä€😀"', 'a')
    opened[0]?.send('"b"')
    expect([await stream.next(), await stream.next()]).toEqual([
      { event: 'a', data: 'ä€😀' },
      { event: 'message', data: 'b' },
    ])
    opened[0]?.close()
    expect(await stream.next()).toBeUndefined()
    expect(ends).toEqual(['closed'])
  },
)

test.each(['/stream', '/read'])('a client at %s that disconnects ends its stream', async (path) => {
  const stream = await readEventStream(`http://${LOOPBACK}:${listening.port}${path}`)
  await stream.next()
  stream.close()
  await expect.poll(() => ends).toEqual(['disconnected'])
})

const megabytes = (count: number) => 'x'.repeat(count * 1024 * 1024)

test('a client that reads nothing is disconnected before it exhausts the memory', async () => {
  const line = raw(request('/stream'))
  await expect.poll(line.said).toContain('hello')
  line.socket.pause()
  for (let count = 0; count < 100; count++) opened[0]?.send(megabytes(1))
  expect(ends).toEqual(['too slow'])
  line.socket.resume()
  await expect.poll(line.isOver).toBe(true)
})

test('a client that is far behind for more than five seconds is disconnected', async () => {
  const line = raw(request('/stream'))
  await expect.poll(line.said).toContain('hello')
  line.socket.pause()
  opened[0]?.send(megabytes(16))
  await expect.poll(() => opened[0]?.pendingBytes()).toBeGreaterThan(8 * 1024 * 1024)
  opened[0]?.comment()
  now = 5000
  opened[0]?.comment()
  expect(ends).toEqual([])
  now = 5001
  opened[0]?.comment()
  expect(ends).toEqual(['too slow'])
  line.socket.resume()
  await expect.poll(line.isOver).toBe(true)
})

test('a large first message and the next one reach a client', async () => {
  const line = raw(request('/long'))
  await expect.poll(line.said).toContain('"the end"')
  opened[0]?.send('"live"')
  await expect.poll(line.said).toContain('"live"')
  expect(ends).toEqual([])
})

test('a client of HTTP/1.0 receives a stream without chunked encoding', async () => {
  const line = raw(request('/stream', '1.0'))
  await expect.poll(line.said).toContain('hello')
  opened[0]?.send('"again"')
  opened[0]?.close()
  await expect.poll(line.isOver).toBe(true)
  const [, body] = line.said().split('\r\n\r\n')
  expect(body).toBe('data: "hello"\n\ndata: "again"\n\n')
})

test('two streams can use one connection one after the other', async () => {
  const line = raw(request('/stream') + request('/stream'))
  await expect.poll(() => opened.length).toBe(2)
  opened[1]?.send('"second"')
  opened[0]?.send('"first"')
  await expect.poll(line.said).toContain('first')
  expect(line.said()).not.toContain('second')
  opened[0]?.close()
  await expect.poll(line.said).toContain('second')
  opened[1]?.send('"third"')
  await expect.poll(line.said).toContain('third')
  expect(line.said().match(/"\w+"/g)).toEqual(['"hello"', '"first"', '"hello"', '"second"', '"third"'])
})

test('a HEAD request leaves no stream open', async () => {
  const answer = await fetch(`http://${LOOPBACK}:${listening.port}/stream`, { method: 'HEAD' })
  expect(answer.headers.get('content-type')).toBe('text/event-stream')
  await expect.poll(() => ends).toEqual(['disconnected'])
})

test('a client that disconnects before the answer leaves no stream open', async () => {
  const line = raw(request('/later'))
  await expect.poll(() => wasAskedLater).toBe(true)
  line.socket.destroy()
  await expect.poll(() => ends).toEqual(['disconnected'])
})
