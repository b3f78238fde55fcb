import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { announceBody } from '../testing/rawRequest.ts'
import { startForTest, type ServicesForTest } from '../testing/startForTest.ts'
import { uuidOf } from '../testing/uuidOf.ts'

let services: ServicesForTest
beforeAll(async () => void (services = await startForTest()))
afterAll(() => services.close())

const APP = { name: 'Rental Desk', platform: 'web', promotion: 'production' }
const JSON_TYPE = { 'content-type': 'application/json' }

/** @param id - names the event, whose id is a UUID */
function event(id: string, more: Record<string, unknown> = {}) {
  return {
    id: uuidOf(id),
    name: 'Quote sent',
    at: 1_795_230_597_226,
    url: 'http://127.0.0.1:4800/quotes',
    properties: { total: 1200, screen_dimensions: '1440x900', 'LDFF: new_pricing': true },
    epoch: 'e1',
    identity: { id: 'stonebridge-civil:1042' },
    ...more,
  }
}

function deep(levels: number): unknown {
  return JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`)
}

function post(body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = JSON_TYPE, url = services.url) {
  return fetch(`${url}/collect`, { method: 'POST', headers, body })
}

function deliver(events: unknown[], url = services.url) {
  return post(JSON.stringify({ app: APP, sentAt: 1, events }), JSON_TYPE, url)
}

describe('the collector', () => {
  test('counts new events as accepted and repeated ids as known', async () => {
    const first = await deliver([event('a'), event('b')])
    expect([first.status, await first.json()]).toEqual([202, { accepted: 2, known: 0 }])
    const second = await deliver([event('b'), event('c'), event('c')])
    expect([second.status, await second.json()]).toEqual([202, { accepted: 1, known: 2 }])
    const empty = await deliver([])
    expect([empty.status, await empty.json()]).toEqual([202, { accepted: 0, known: 0 }])
  })

  test('stores an id once that arrives in twenty concurrent deliveries', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => deliver([event('together')])))
    const counts = (await Promise.all(answers.map((answer) => answer.json()))) as { accepted: number; known: number }[]
    expect(counts.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(1)
    expect(counts.reduce((sum, { known }) => sum + known, 0)).toBe(19)
  })

  test('accepts a delivery that is compressed with gzip', async () => {
    const body = gzipSync(JSON.stringify({ app: APP, events: [event('packed')] }))
    const answer = await post(new Uint8Array(body), { ...JSON_TYPE, 'content-encoding': 'gzip' })
    expect(await answer.json()).toEqual({ accepted: 1, known: 0 })
  })

  test.each([
    ['is not JSON', 'moon', 'The body is not JSON'],
    ['is a list', '[]', 'The body must be an object with an "events" array.'],
    ['has no events', '{"app":{}}', 'The body must be an object with an "events" array.'],
    [
      'has flag sets that are not objects',
      '{"events":[],"flagSets":{"a":1}}',
      '"flagSets" must be an object of objects.',
    ],
    ['is nested deeply', JSON.stringify({ events: [event('x', { properties: deep(1200) })] }), 'nested'],
    ['is nested 200,000 levels deep', `{"events":[],"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`, 'nested'],
  ])('answers 400 with the reason to a body that %s, and stores none of its events', async (_how, given, reason) => {
    const name = randomUUID()
    const body = given.replaceAll(uuidOf('x'), uuidOf(name))
    const answer = await post(body)
    expect(answer.status).toBe(400)
    expect(((await answer.json()) as { message: string }).message).toContain(reason)
    expect(await (await deliver([event(name)])).json()).toEqual({ accepted: 1, known: 0 })
  })

  test.each([
    [
      'references an unknown set of flags',
      JSON.stringify(event('x', { flagSet: 'set-9' })),
      'Event 1 references a "flagSet" that is not in "flagSets"',
    ],
    ['is not an object', '1', 'Event 1 is not an object.'],
    ['has no id', JSON.stringify(event('x', { id: '' })), 'Event 1 needs an "id"'],
    ['has an id that is no UUID', JSON.stringify(event('x', { id: 'event-1' })), 'Event 1 needs an "id"'],
    ['has no time', JSON.stringify(event('x', { at: 'now' })), 'Event 1 needs "at"'],
    [
      'has a time that JSON cannot hold',
      JSON.stringify(event('x', { at: 0 })).replace('"at":0', '"at":1e400'),
      'Event 1 needs "at"',
    ],
    ['has a time in nanoseconds', JSON.stringify(event('x', { at: 1_795_228_800_000_000_000 })), 'Event 1 needs "at"'],
    ['has an id with a lone surrogate', JSON.stringify(event('x', { id: '\ud800x' })), 'Event 1 needs an "id"'],
    ['has an id with a NUL', JSON.stringify(event('x', { id: 'a\u0000b' })), 'Event 1 needs an "id"'],
    ['has no properties', JSON.stringify(event('x', { properties: 1 })), 'needs "properties"'],
    ['has no identity', JSON.stringify(event('x', { identity: null })), 'an "identity"'],
  ])('answers 422 with the reason to an event that %s, and stores the others', async (_how, given, reason) => {
    const [name, other] = [randomUUID(), randomUUID()]
    const wrong = given.replaceAll(uuidOf('x'), uuidOf(name))
    const answer = await post(`{"events":[${JSON.stringify(event(other))},${wrong}],"flagSets":{}}`)
    expect(answer.status).toBe(422)
    const { message, refused } = (await answer.json()) as { message: string; refused: readonly object[] }
    expect(message).toContain(reason)
    expect(refused).toEqual([{ id: expect.any(String), message }])
    expect(await (await deliver([event(name), event(other)])).json()).toEqual({ accepted: 1, known: 1 })
  })

  test('accepts lone surrogates everywhere but in an id', async () => {
    const half = '\ud800 \u0000 \udc00'
    const hostile = event('halves', { name: half, url: half, properties: { [half]: half }, identity: { id: half } })
    const answer = await post(JSON.stringify({ app: { name: half }, events: [hostile] }))
    expect([answer.status, await answer.json()]).toEqual([202, { accepted: 1, known: 0 }])
    expect(await (await deliver([hostile])).json()).toEqual({ accepted: 0, known: 1 })
  })

  test('answers 413 to a delivery of more than 5 MiB, compressed or not', async () => {
    const large = JSON.stringify({ events: [event('large', { properties: { note: 'x'.repeat(6 * 1024 * 1024) } })] })
    expect(await announceBody(`${services.url}/collect`, 'POST', large.length)).toMatch(/^HTTP\/1\.1 413 /)
    const packed = new Uint8Array(gzipSync(large))
    expect(packed.byteLength).toBeLessThan(100_000)
    expect((await post(packed, { ...JSON_TYPE, 'content-encoding': 'gzip' })).status).toBe(413)
  })

  test('answers 415 to a content type that is sent without a preflight, and to an unknown content encoding', async () => {
    expect((await post('{"events":[]}', { 'content-type': 'text/plain' })).status).toBe(415)
    expect((await post('{"events":[]}', { ...JSON_TYPE, 'content-encoding': 'br' })).status).toBe(415)
  })

  test('answers 400 to a body that is labelled as gzip and is not', async () => {
    expect((await post('{"events":[]}', { ...JSON_TYPE, 'content-encoding': 'gzip' })).status).toBe(400)
  })

  test('allows a preflight of a local page only', async () => {
    const preflight = (origin: string) =>
      fetch(`${services.url}/collect`, {
        method: 'OPTIONS',
        headers: {
          Origin: origin,
          'Access-Control-Request-Method': 'POST',
          'Access-Control-Request-Headers': 'content-type,x-write-key',
        },
      })
    const local = await preflight('http://127.0.0.1:4800')
    expect(local.status).toBe(204)
    expect(local.headers.get('access-control-allow-origin')).toBe('http://127.0.0.1:4800')
    expect(local.headers.get('access-control-allow-headers')).toBe('content-type,x-write-key')
    const foreign = await preflight('https://example.org')
    expect(foreign.ok).toBe(false)
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('the collector after a restart', () => {
  test('still has the events of its file', async () => {
    const first = await startForTest()
    const data = join(first.folder, 'some', 'where', 'events.db')
    const before = await startForTest({ data })
    expect(await (await deliver([event('kept')], before.url)).json()).toEqual({ accepted: 1, known: 0 })
    await before.close()
    const after = await startForTest({ data })
    expect(await (await deliver([event('kept'), event('new')], after.url)).json()).toEqual({ accepted: 1, known: 1 })
    await after.close()
    await first.close()
  })
})
