import { connect, type Socket } from 'node:net'
import { Hono, type Context } from 'hono'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readEventStream } from '../testing/readEventStream.ts'
import { eventBytes } from './eventBytes.ts'
import { eventStream, type EventStream, type StreamEnd } from './eventStream.ts'
import { listen, LOOPBACK, type Listening } from './listen.ts'
import { streamReader } from './streamReader.ts'

let listening: Listening
let opened: EventStream[]
let ends: StreamEnd[]
/** The time of the streams, in milliseconds. */
let now: number
const sockets: Socket[] = []

beforeEach(async () => {
  opened = []
  ends = []
  now = 0
  const answer = (c: Context) => {
    const stream = eventStream(
      streamReader(c),
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
    stream.sendBytes(megabytes(9))
    stream.send('"the end"')
    return stream.response
  })
  // Reads the body, as a fault does, and makes something else of it.
  app.get('/read', (c) => {
    const stream = answer(c)
    stream.send('"hello"')
    return new Response(stream.response.body?.pipeThrough(new TransformStream()), stream.response)
  })
  listening = await listen(app.fetch as Parameters<typeof listen>[0], { host: LOOPBACK, port: 0 })
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const stream of opened) stream.close()
  await listening.close()
})

/** What comes back on a connection over which this is said. */
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
  'a stream at %s delivers what was sent before it was read and after, and ends',
  async (path) => {
    const stream = await readEventStream(`http://${LOOPBACK}:${listening.port}${path}`)
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream')
    expect(stream.response.headers.get('x-late')).toBe('yes')
    expect((await stream.next())?.data).toBe('hello')
    opened[0]?.sendBytes(eventBytes('event: a\ndata: "ä€😀"\n\ndata: "b"\n\n'))
    expect([await stream.next(), await stream.next()]).toEqual([
      { event: 'a', data: 'ä€😀' },
      { event: 'message', data: 'b' },
    ])
    opened[0]?.close()
    expect(await stream.next()).toBeUndefined()
    expect(ends).toEqual(['by us'])
  },
)

test.each(['/stream', '/read'])('a reader at %s that goes away ends its stream', async (path) => {
  const stream = await readEventStream(`http://${LOOPBACK}:${listening.port}${path}`)
  await stream.next()
  stream.close()
  await expect.poll(() => ends).toEqual(['by the reader'])
})

const megabytes = (count: number) => eventBytes(`data: ${'x'.repeat(count * 1024 * 1024)}\n\n`)

test('a reader that takes nothing is cut off before it fills the memory', async () => {
  const line = raw(request('/stream'))
  await expect.poll(line.said).toContain('hello')
  line.socket.pause()
  for (let count = 0; count < 100; count++) opened[0]?.sendBytes(megabytes(1))
  expect(ends).toEqual(['too far behind'])
  line.socket.resume()
  await expect.poll(line.isOver).toBe(true)
})

test('a reader that is far behind for more than five seconds is cut off', async () => {
  const line = raw(request('/stream'))
  await expect.poll(line.said).toContain('hello')
  line.socket.pause()
  opened[0]?.sendBytes(megabytes(16))
  now = 5000
  opened[0]?.comment()
  expect(ends).toEqual([])
  now = 5001
  opened[0]?.comment()
  expect(ends).toEqual(['too far behind'])
  line.socket.resume()
  await expect.poll(line.isOver).toBe(true)
})

test('a large first message and the next one reach a reader', async () => {
  const line = raw(request('/long'))
  await expect.poll(line.said).toContain('"the end"')
  opened[0]?.send('"live"')
  await expect.poll(line.said).toContain('"live"')
  expect(ends).toEqual([])
})

test('a reader of HTTP/1.0 gets a stream without chunks', async () => {
  const line = raw(request('/stream', '1.0'))
  await expect.poll(line.said).toContain('hello')
  opened[0]?.send('"again"')
  opened[0]?.close()
  await expect.poll(line.isOver).toBe(true)
  const [, body] = line.said().split('\r\n\r\n')
  expect(body).toBe('data: "hello"\n\ndata: "again"\n\n')
})

test('two streams over one connection come one after the other', async () => {
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

test('a request for the head only leaves no stream behind', async () => {
  const answer = await fetch(`http://${LOOPBACK}:${listening.port}/stream`, { method: 'HEAD' })
  expect(answer.headers.get('content-type')).toBe('text/event-stream')
  await expect.poll(() => ends).toEqual(['by the reader'])
})
