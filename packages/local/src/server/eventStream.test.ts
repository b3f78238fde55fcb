import { connect, type Socket } from 'node:net'
import { Hono } from 'hono'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readEventStream } from '../testing/readEventStream.ts'
import { eventBytes } from './eventBytes.ts'
import { eventStream, type EventStream, type StreamEnd } from './eventStream.ts'
import { listen, LOOPBACK, type Listening } from './listen.ts'
import { streamReader } from './streamReader.ts'

let listening: Listening
let opened: EventStream[]
let ends: StreamEnd[]
const sockets: Socket[] = []

beforeEach(async () => {
  opened = []
  ends = []
  const app = new Hono()
  app.use(async (c, next) => {
    await next()
    c.res.headers.set('x-late', 'yes')
  })
  app.get('/stream', (c) => {
    const stream = eventStream(streamReader(c), (end) => ends.push(end))
    stream.send('"hello"')
    opened.push(stream)
    return stream.response
  })
  app.get('/long', (c) => {
    const stream = eventStream(streamReader(c), (end) => ends.push(end))
    opened.push(stream)
    stream.sendBytes(megabytes(9))
    stream.send('"the end"')
    return stream.response
  })
  // Reads the body, as a fault does, and makes something else of it.
  app.get('/read', (c) => {
    const stream = eventStream(streamReader(c), (end) => ends.push(end))
    stream.send('"hello"')
    opened.push(stream)
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
  'a stream at %s says what was said before it was read and after, and ends',
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

test.each(['/stream', '/read'])('a reader at %s that goes is heard of', async (path) => {
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

test('a reader that is far behind and takes nothing for a while is cut off', async () => {
  const line = raw(request('/stream'))
  await expect.poll(line.said).toContain('hello')
  line.socket.pause()
  opened[0]?.sendBytes(megabytes(16))
  expect(ends).toEqual([])
  await expect
    .poll(() => {
      opened[0]?.comment()
      return ends
    })
    .toEqual(['too far behind'])
})

test('a first message may be large, and what follows at once', async () => {
  const line = raw(request('/long'))
  await expect.poll(line.said).toContain('"the end"')
  opened[0]?.send('"live"')
  await expect.poll(line.said).toContain('"live"')
  expect(ends).toEqual([])
})

test('a reader that knows no chunks gets none', async () => {
  const line = raw(request('/stream', '1.0'))
  await expect.poll(line.said).toContain('hello')
  opened[0]?.send('"again"')
  opened[0]?.close()
  await expect.poll(line.isOver).toBe(true)
  const [, body] = line.said().split('\r\n\r\n')
  expect(body).toBe('data: "hello"\n\ndata: "again"\n\n')
})

test('who asks for two streams over one connection gets one after the other', async () => {
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

test('who asks only for the head leaves no stream behind', async () => {
  const answer = await fetch(`http://${LOOPBACK}:${listening.port}/stream`, { method: 'HEAD' })
  expect(answer.headers.get('content-type')).toBe('text/event-stream')
  await expect.poll(() => ends).toEqual(['by the reader'])
})
