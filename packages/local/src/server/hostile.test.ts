import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DANA, encoded, ENVIRONMENT } from '../testing/people.ts'
import { announceBody, rawRequest } from '../testing/rawRequest.ts'
import { startForTest, type ServicesForTest } from '../testing/startForTest.ts'

const LARGE = 64 * 1024 * 1024
/** A few kilobytes that decompress to more than any route reads. */
const PACKED = new Uint8Array(gzipSync(Buffer.alloc(LARGE)))

let services: ServicesForTest
beforeAll(async () => void (services = await startForTest()))
afterAll(() => services.close())

const GETS = [
  '/',
  '/console/stream',
  '/local/users',
  '/console/events.ndjson',
  `/sdk/goals/${ENVIRONMENT}`,
  '/vendors/heap.js',
]
const BODIES: [string, string][] = [
  ['POST', '/collect'],
  ['POST', '/console/life'],
  ['POST', '/console/faults'],
  ['POST', '/console/undo'],
  ['POST', '/console/evaluations'],
  ['POST', '/console/flags/new-pricing'],
  ['PUT', `/console/flags/${ENVIRONMENT}/new-pricing`],
  ['POST', '/console/people'],
  ['PUT', '/console/people/a'],
  ['POST', '/console/people/a/impersonate'],
  ['POST', '/local/impersonate'],
  ['POST', '/vendors/heap'],
  ['POST', '/vendors/intercom'],
  ['POST', '/vendors/datadog'],
  ['REPORT', `/sdk/evalx/${ENVIRONMENT}/context`],
  ['REPORT', `/eval/${ENVIRONMENT}`],
  ['POST', `/events/bulk/${ENVIRONMENT}`],
  ['POST', '/ofrep/v1/evaluate/flags'],
]

function send(method: string, path: string, body: string | Uint8Array<ArrayBuffer>, more: Record<string, string> = {}) {
  const headers = { origin: services.url, 'content-type': 'application/json', ...more }
  return fetch(services.url + path, { method, headers, body })
}

describe('a request that may come from another site', () => {
  test.each(GETS)('is refused at %s by its Host header', async (path) => {
    expect(await rawRequest(services.port, `GET ${path} HTTP/1.1\r\nHost: evil.example\r\n\r\n`)).toBe(
      'HTTP/1.1 403 Forbidden',
    )
    expect(await rawRequest(services.port, `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1.evil.example:80\r\n\r\n`)).toBe(
      'HTTP/1.1 403 Forbidden',
    )
  })

  test.each(BODIES)('is refused with %s %s by its Origin header', async (method, path) => {
    const answer = await send(method, path, '{}', { origin: 'https://evil.example' })
    expect(answer.status).toBe(403)
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe.each(BODIES)('%s %s', (method, path) => {
  test('refuses a body that is too large by its Content-Length, before any of it has arrived', async () => {
    expect(await announceBody(services.url + path, method, LARGE)).toMatch(/^HTTP\/1\.1 (401|413) /)
  })

  test('refuses a body that is too large after decompression', async () => {
    const sendPacked = () => send(method, path, PACKED, { 'content-encoding': 'gzip' })
    // The connection on which too much was sent is closed after a while, and may be the one that is reused.
    expect([401, 413]).toContain((await sendPacked().catch(sendPacked)).status)
  })

  test('refuses bodies that are not JSON objects of the expected shape', async () => {
    for (const body of ['{', 'null', '[[[[', '\u0000', '"text"', '-1', '{"__proto__":{"a":1}}']) {
      const { status } = await send(method, path, body)
      // Some of these bodies are valid for some routes. No route fails internally.
      expect(status).toBeLessThan(500)
      if (!path.startsWith('/vendors/')) expect(status).toBeGreaterThanOrEqual(400)
    }
  })

  test('does not fail on a body that is nested deeply or has lone surrogates', async () => {
    const event = (id: string) => `{"id":"${id}","name":"N","at":1e400,"url":"","properties":{},"identity":{}}`
    for (const body of [
      `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
      `{"events":[${event('\\ud800')},${event('\\u0000')}],"tab":"\\udc00","key":"\\ud800","id":"\\ud800","by":"\\ud800"}`,
      `{"kind":"user","key":"\\ud800","unique_identity":1,"deep":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}`,
    ])
      expect((await send(method, path, body)).status).toBeLessThan(500)
  })

  test('refuses a request without a body', async () => {
    for (const headers of [{}, { 'content-type': 'application/json' }, { 'content-type': 'text/plain' }]) {
      const answer = await fetch(services.url + path, { method, headers: { origin: services.url, ...headers } })
      expect(answer.status, await answer.text()).toBeLessThan(500)
      if (!path.startsWith('/vendors/')) expect(answer.status).toBeGreaterThanOrEqual(400)
    }
  })

  test('refuses a content encoding that it does not know', async () => {
    // OFREP has only one status for unreadable bodies.
    expect([401, path.startsWith('/ofrep') ? 400 : 415]).toContain(
      (await send(method, path, '{}', { 'content-encoding': 'br' })).status,
    )
  })
})

describe.each([
  ['DELETE', `/console/flags/${ENVIRONMENT}/nothing`, 404],
  ['DELETE', '/console/flags/nowhere/new-pricing', 404],
  ['DELETE', '/console/people/nobody', 404],
  ['DELETE', '/console/vendors', 200],
  ['POST', '/console/connections/cut', 200],
])('%s %s', (method, path, status) => {
  test('ignores an unexpected body', async () => {
    for (const body of [undefined, '', '{', 'null', '{"everywhere":true}', 'x'.repeat(2 * 1024 * 1024)]) {
      const answer = await fetch(services.url + path, {
        method,
        headers: { origin: services.url },
        ...(body !== undefined && { body }),
      })
      expect([body?.length, answer.status]).toEqual([body?.length, status])
    }
  })

  test('is refused to every page except the console', async () => {
    for (const origin of ['https://evil.example', 'http://127.0.0.1:1'])
      expect((await send(method, path, '{}', { origin })).status).toBe(403)
    expect((await fetch(services.url + path, { method })).status).toBe(403)
  })
})

test('no hostile request has changed a file', async () => {
  for (const name of ['flags.json', 'users.json'])
    expect(await readFile(join(services.folder, name), 'utf8')).toBe(
      await readFile(new URL(`../../samples/${name}`, import.meta.url), 'utf8'),
    )
})

test.each([
  ['with an incomplete escape', '/sdk/evalx/%E0%A4%A/contexts/x'],
  ['with a NUL', '/eval/%00/x'],
  ['with a path traversal', '/%2e%2e%2f%2e%2e%2fetc/passwd'],
  ['with 5000 characters that are not a context', `/sdk/evalx/${ENVIRONMENT}/contexts/${'x'.repeat(5000)}`],
])('an address %s is refused', async (_what, path) => {
  const line = await rawRequest(services.port, `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`)
  expect(line).toMatch(/^HTTP\/1\.1 4\d\d/)
})

test.each([
  ['that is not HTTP', 'GARBAGE\r\n\r\n'],
  ['of an unknown version', 'GET / HTTP/9.9\r\n\r\n'],
  ['with a header that is too long', `GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`],
])('a request %s is refused', async (_what, text) => {
  expect(await rawRequest(services.port, text)).toMatch(/^HTTP\/1\.1 4\d\d/)
})

test('a client that disconnects in the middle of a request causes no error', async () => {
  const head = `POST /collect HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n`
  for (const part of ['', '{"events":['])
    await new Promise<void>((resolve) => {
      const socket = connect(services.port, '127.0.0.1', () => {
        socket.write(head + part)
        setTimeout(() => socket.resetAndDestroy(), 50)
      })
      socket.on('close', () => resolve())
    })
  // Answered after the disconnect was noticed.
  expect((await fetch(`${services.url}/local/users`)).status).toBe(200)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(services.logged.filter((line) => line.includes('failed'))).toEqual([])
})

test('a body that is far too large is cut off during the upload, and the services answer the next request', async () => {
  // Whether a client sees the refusal or the closed connection depends on how much it had sent.
  const seen = await send('POST', '/collect', `"${'x'.repeat(LARGE)}"`).then(
    ({ status }) => status,
    (error: Error) => error.message,
  )
  expect([413, 'fetch failed']).toContain(seen)
  expect((await fetch(`${services.url}/local/users`)).status).toBe(200)
})

test('two hundred streams receive a change, and close', async () => {
  const abort = new AbortController()
  const reported: Promise<boolean>[] = []
  for (let index = 0; index < 200; index++) {
    const context = encoded({ ...DANA, key: `user-${index}` })
    const answer = await fetch(`${services.url}/eval/${ENVIRONMENT}/${context}`, { signal: abort.signal })
    reported.push(hears(answer, '"key":"new-pricing"', 'event: patch'))
  }
  await services.editFlags(({ flags }) => Object.assign(flags['new-pricing'] ?? {}, { on: false }))
  expect(new Set(await Promise.all(reported))).toEqual(new Set([true]))
  abort.abort()
  expect((await fetch(`${services.url}/local/users`)).status).toBe(200)
})

async function hears(answer: Response, ...texts: string[]): Promise<boolean> {
  let said = ''
  const decoder = new TextDecoder()
  const reader = answer.body?.getReader()
  for (;;) {
    const next = await reader?.read()
    if (next === undefined || next.done) return false
    said += decoder.decode(next.value, { stream: true })
    if (texts.every((text) => said.includes(text))) return true
  }
}

test('no hostile request was logged as an internal error', () => {
  expect(services.logged.filter((line) => line.includes('failed'))).toEqual([])
})
