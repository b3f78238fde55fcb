import { deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { openDoor, wireBatch, wireEvent, wireId } from '../testing/hostileDoor.ts'

const MIB = 2 ** 20
const good = (n = 1): string => JSON.stringify(wireBatch([wireEvent(n)]))
const bytes = (buffer: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(buffer)
const gzipped = { 'content-encoding': 'gzip' }

/** After whatever has come, the next page is served. */
const isWell = async (door: ReturnType<typeof openDoor>): Promise<void> => {
  expect((await door.post(wireBatch([wireEvent(999)]))).status).toBe(202)
  expect(await door.store.count()).toBe(1)
}

describe('the body of a request', () => {
  it('is taken plain, with gzip and with deflate', async () => {
    const door = openDoor()
    expect((await door.post(good(1))).status).toBe(202)
    expect((await door.post(bytes(gzipSync(good(2))), gzipped)).status).toBe(202)
    expect((await door.post(bytes(gzipSync(good(3))), { 'content-encoding': 'GZIP' })).status).toBe(202)
    const answer = await door.post(bytes(deflateSync(good(3))), { 'content-encoding': 'deflate' })
    expect(answer.status).toBe(202)
    expect(await answer.json()).toEqual({ accepted: 0, known: 1 })
    expect(await door.store.count()).toBe(3)
  })

  it.each([
    ['nothing', ''],
    ['no JSON', 'events'],
    ['half a batch', good().slice(0, -20)],
    ['two batches', `${good()}${good()}`],
    ['null', 'null'],
    ['a number', '1'],
    ['a text', '"events"'],
    ['an array', `[${good()}]`],
    ['an empty object', '{}'],
    ['lines of JSON', `${good(1)}\n${good(2)}`],
    ['NULs', '\u0000'.repeat(1_000)],
    ['brackets', '['.repeat(100_000)],
    ['a page', '<!doctype html><title>Sign in</title>'],
    ['a comment', `/* */${good()}`],
    ['NaN', good().replace('"n":1', '"n":NaN')],
  ])('is answered with 400 when it is %s', async (_, body) => {
    const door = openDoor()
    const answer = await door.post(body)
    expect(answer.status).toBe(400)
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    expect(await answer.json()).toEqual({ message: expect.any(String) })
    await isWell(door)
  })

  it.each([
    ['truncated', bytes(gzipSync(good())).slice(0, -12)],
    ['only a header', bytes(gzipSync(good())).slice(0, 10)],
    ['plain', new TextEncoder().encode(good())],
    ['empty', new Uint8Array()],
    ['changed in the middle', bytes(gzipSync(good())).map((byte, i) => (i === 60 ? byte ^ 255 : byte))],
    ['of a wrong checksum', bytes(gzipSync(good())).map((byte, i, all) => (i === all.length - 8 ? byte ^ 255 : byte))],
  ])('is answered with 400 when its gzip is %s', async (_, body) => {
    const door = openDoor()
    expect((await door.post(body, gzipped)).status).toBe(400)
    await isWell(door)
  })

  it.each([
    ['zeros', () => gzipSync(Buffer.alloc(200 * MIB))],
    [
      'a batch with a long text',
      () => gzipSync(JSON.stringify(wireBatch([wireEvent(1, { name: 'n'.repeat(6 * MIB) })]))),
    ],
    ['many members', () => Buffer.concat(Array.from({ length: 60 }, () => gzipSync(Buffer.alloc(MIB, ' '))))],
  ])('is answered with 413 when it unpacks to more than is allowed: %s', async (_, pack) => {
    const door = openDoor()
    expect((await door.post(bytes(pack()), gzipped)).status).toBe(413)
    expect(door.given).toEqual([])
    await isWell(door)
  })

  it.each(['br', 'zstd', 'compress', 'gzip, gzip', 'deflate, gzip', 'aes128gcm', 'x', '*'])(
    'is answered with 415 when its encoding is %s',
    async (encoding) => {
      const door = openDoor()
      const body = encoding === 'gzip, gzip' ? gzipSync(gzipSync(good())) : Buffer.from(good())
      expect((await door.post(bytes(body), { 'content-encoding': encoding })).status).toBe(415)
      await isWell(door)
    },
  )

  // A page of any origin may post these types without asking before.
  it.each([
    '',
    'text/plain',
    'text/plain;charset=UTF-8',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
  ])('is answered with 415 when its type is `%s`', async (type) => {
    const door = openDoor()
    expect((await door.post(new TextEncoder().encode(good()), { 'content-type': type })).status).toBe(415)
    await isWell(door)
  })

  it.each([
    'application/jsonp',
    'application/json-seq',
    'text/json',
    'text/plain; application/json',
    'json',
    'application/xml',
  ])('is answered with 415 when its type only looks like JSON: %s', async (type) => {
    expect((await openDoor().post(good(), { 'content-type': type })).status).toBe(415)
  })

  it.each(['application/json; charset=utf-8', 'application/json;charset=UTF-8', 'Application/JSON'])(
    'is taken when its type is %s',
    async (type) => {
      expect((await openDoor().post(good(), { 'content-type': type })).status).toBe(202)
    },
  )

  it('is answered with 413 when it never ends, and is not read to the end', async () => {
    const door = openDoor({ limits: { maxBytes: MIB } })
    const read = { bytes: 0, isLeft: false }
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        read.bytes += 65_536
        controller.enqueue(new Uint8Array(65_536).fill(32))
        // A door that reads on has to fail, not to take all memory.
        if (read.bytes > 32 * MIB) {
          controller.close()
        }
      },
      cancel() {
        read.isLeft = true
      },
    })
    expect((await door.post(body)).status).toBe(413)
    expect(read.bytes).toBeLessThan(3 * MIB)
    await expect.poll(() => read.isLeft).toBe(true)
    await isWell(door)
  })

  it('is answered with 400 when it breaks off', async () => {
    const door = openDoor()
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(good().slice(0, 100)))
        controller.error(new Error('aborted'))
      },
    })
    const { status } = await door.post(body)
    expect([400, 408, 499]).toContain(status)
    await isWell(door)
  })

  it('is as long as it is, whatever length it says', async () => {
    const door = openDoor({ limits: { maxBytes: 10_000 } })
    const long = JSON.stringify(wireBatch([wireEvent(1, { name: 'n'.repeat(20_000) })]))
    for (const length of ['10', '0', '-1', '1e3', 'x', '0x10', '10, 20']) {
      expect((await door.post(long, { 'content-length': length })).status).toSatisfy(
        (status: number) => status === 413 || status === 400,
      )
    }
    expect((await door.post(long)).status).toBe(413)
    expect(await door.store.count()).toBe(0)
    await isWell(door)
  })

  it('may have as many bytes and events as the limits say, and not one more', async () => {
    const maxBytes = Buffer.byteLength(good())
    const small = openDoor({ limits: { maxBytes } })
    expect((await small.post(`${good()} `)).status).toBe(413)
    expect((await small.post(bytes(gzipSync(`${good()} `)), gzipped)).status).toBe(413)
    expect((await small.post(good())).status).toBe(202)
    // Letters of several bytes count as bytes.
    expect((await small.post(good().replace('Quote sent', 'Quoté sent'))).status).toBe(413)

    const few = openDoor({ limits: { maxEvents: 3 } })
    expect((await few.post(wireBatch([1, 2, 3, 4].map((n) => wireEvent(n))))).status).toBe(413)
    expect((await few.post(wireBatch([1, 2, 3].map((n) => wireEvent(n))))).status).toBe(202)
  })

  it.each([
    ['arrays', (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`],
    ['objects', (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`],
  ])('may be nested as deeply as it wants, and is no fault of the collector: %s', async (_, nested) => {
    for (const depth of [100, 1_000, 10_000, 100_000]) {
      const door = openDoor()
      const body = good().replace('"1440x900"', `"1440x900","deep":${nested(depth)}`)
      const answer = await door.post(body)
      expect([202, 400, 413, 422]).toContain(answer.status)
      expect(await door.store.count()).toBe(answer.status === 202 ? 1 : 0)
      expect((await door.post(good(2))).status).toBe(202)
    }
  })

  it('is the same event to the door and in the store when a key is there twice', async () => {
    const door = openDoor()
    const answer = await door.post(good().replace('"n":1', `"n":1,"id":"${wireId(7)}"`))
    expect([202, 400]).toContain(answer.status)
    for (const { id, body } of await door.store.newest(10)) {
      expect((JSON.parse(body) as { id: string }).id).toBe(id)
    }
  })

  it('may have bytes that are no text, and the text that is stored has none', async () => {
    const door = openDoor()
    const raw = new TextEncoder().encode(good())
    raw[good().indexOf('Quote sent')] = 0xff
    const answer = await door.post(raw)
    expect([202, 400]).toContain(answer.status)
    for (const { body } of await door.store.newest(10)) {
      expect(JSON.parse(body)).toMatchObject({ name: '\ufffduote sent' })
    }
  })
})
