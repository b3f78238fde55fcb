import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { root } from '../../scripts/ensureInstalled.mjs'
import { printedScript, replaced } from './printedBlock.mjs'
import { freePort, startProgram } from './startProgram.mjs'

const ORIGIN = 'https://desk.example.com'
const LEAVES_AFTER_MS = 100
const PATIENT_MS = 10_000
const ID = '019ab2f4-6a3e-7cc3-98c4-dc0c0c07398f'
const folder = join(root, '.cache/servers', String(process.pid))

/** @type {Awaited<ReturnType<typeof startProgram>>} */
let server
/** How much it had written before the test. */
let written = 0

/** Has a server run during the tests of a page. @param {() => Promise<void>} begin */
function runDuringTests(begin) {
  beforeAll(begin)
  beforeEach(async () => {
    if (!server.isRunning()) await begin()
    written = server.output().length
  })
  afterEach(() => expect([server.isRunning(), output()]).toEqual([true, expect.not.stringContaining('Error')]))
  afterAll(() => server.stop())
}

/** What the server has written during the test. */
const output = () => server.output().slice(written)

/** @param {string} page @param {string} file @param {string} [printedPort] */
async function start(page, file, printedPort) {
  const port = await freePort()
  const script = printedScript(page, file)
  const path = join(folder, `${file.replaceAll('/', '-')}.mjs`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(path, printedPort ? replaced(script, { [printedPort]: `.listen(${port}, '127.0.0.1')` }) : script)
  const args = [join(root, 'docs/code/runServer.mjs'), path, String(port)]
  server = await startProgram(process.execPath, args, { port, cwd: folder })
}

/** @param {string} path @param {RequestInit} [init] */
async function send(path, init) {
  const answer = await fetch(server.url + path, init)
  return { status: answer.status, text: await answer.text(), headers: answer.headers }
}

/** @param {string | Uint8Array<ArrayBuffer>} body @param {Record<string, string>} [headers] */
const post = (body, headers = {}) => send('/events', { method: 'POST', body, headers })

/** @param {object} [fields] @param {object} [batch] */
const batchOf = (fields, batch) =>
  JSON.stringify({ events: [{ id: ID, name: 'Quote sent', properties: { total: 1200 }, ...fields }], ...batch })

/** Begins to post a body, and goes away before its end. */
async function leaveEarly() {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  const head = 'POST /events HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n'
  await new Promise((resolve) => socket.once('error', resolve).write(`${head}{"events":`, resolve))
  // The server has begun to read.
  await setTimeout(LEAVES_AFTER_MS)
  await new Promise((resolve) => socket.once('close', resolve).destroy())
}

/** What the collector has stored. @returns {{ id: string, name: string, properties: object }[]} */
const stored = () => [...output().matchAll(/^stored (.*)$/gm)].flatMap(([, events]) => JSON.parse(events ?? '[]'))

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the collector of "Receiving events"', () => {
  runDuringTests(() => start('guides/receiving-events.md', 'server/collector.ts'))

  test('allows the headers that the page names in its section on CORS', async () => {
    const { status, headers } = await send('/events', { method: 'OPTIONS' })
    expect(status).toBe(204)
    expect(headers.get('access-control-allow-origin')).toBe(ORIGIN)
    expect(headers.get('access-control-allow-headers')).toBe('Content-Type, Content-Encoding, X-Write-Key')
  })

  test.each([
    ['as it is', (/** @type {string} */ batch) => post(batch)],
    ['compressed', (/** @type {string} */ batch) => post(gzipSync(batch), { 'Content-Encoding': 'gzip' })],
  ])('stores a batch that arrives %s, and answers with a 2xx without a body', async (_, sendBatch) => {
    const answer = await sendBatch(batchOf())
    expect([answer.status, answer.text]).toEqual([202, ''])
    expect(answer.headers.get('access-control-allow-origin')).toBe(ORIGIN)
    await expect.poll(stored).toEqual([{ id: ID, name: 'Quote sent', properties: { total: 1200 } }])
  })

  test('adds the flags of a set to the properties of its event', async () => {
    const flags = { 'LDFF: new_pricing': true }
    expect((await post(batchOf({ flagSet: 'a41f' }, { flagSets: { a41f: flags } }))).status).toBe(202)
    await expect.poll(stored).toEqual([{ id: ID, name: 'Quote sent', properties: { total: 1200, ...flags } }])
  })

  test.each([
    ['no JSON', '{"events":', 400],
    ['nothing', '', 400],
    ['null', 'null', 422],
    ['a number', '7', 422],
    ['no list of events', '{}', 422],
    ['an event that is null', '{"events":[null]}', 422],
    ['an event without an id', batchOf({ id: undefined }), 422],
    ['an event whose name is a number', batchOf({ name: 7 }), 422],
  ])('refuses %s', async (_, body, status) => {
    expect((await post(body)).status).toBe(status)
  })

  test.each([
    ['flag sets that are null', batchOf({}, { flagSets: null })],
    ['a flag set that is null', batchOf({ flagSet: 'a' }, { flagSets: { a: null } })],
    ['a flag set whose name is not a string', batchOf({ flagSet: { toString: 1 } }, { flagSets: {} })],
    ['properties that are null', batchOf({ properties: null })],
  ])('survives %s', async (_, body) => {
    expect([202, 422]).toContain((await post(body)).status)
  })

  test('refuses a body that is compressed badly', async () => {
    const cut = new Uint8Array(gzipSync(batchOf())).slice(0, -10)
    expect((await post(cut, { 'Content-Encoding': 'gzip' })).status).toBe(400)
    expect((await post(batchOf(), { 'Content-Encoding': 'gzip' })).status).toBe(400)
  })

  test('answers a body that is too large with 413, and the smaller ones that then come over the same connection', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    /** @param {string} body @returns {Promise<import('node:http').IncomingMessage>} */
    const postOver = (body) =>
      new Promise((resolve, reject) => {
        const options = { method: 'POST', agent, timeout: PATIENT_MS }
        const sent = request(server.url, options, (answer) => resolve(answer.resume()))
        sent
          .once('error', reject)
          .once('timeout', () => sent.destroy(new Error('no answer')))
          .end(body)
      })
    expect((await postOver(batchOf({ text: 'x'.repeat(2_000_000) }))).statusCode).toBe(413)
    expect((await postOver(batchOf())).statusCode).toBe(202)
    expect((await postOver(batchOf({ text: 'x'.repeat(20_000_000) }))).statusCode).toBe(413)
    agent.destroy()
  })

  test('does not unpack a small body into a huge one', async () => {
    const { status } = await post(gzipSync(batchOf({ text: 'x'.repeat(11_000_000) })), { 'Content-Encoding': 'gzip' })
    expect(status).toBeGreaterThanOrEqual(400)
  })

  test('answers with 503 when the events cannot be stored, and tells pages of other origins when to try again', async () => {
    const { status, headers } = await post(batchOf({ name: 'Without a database' }))
    expect([status, headers.get('retry-after')]).toEqual([503, '30'])
    expect(headers.get('access-control-expose-headers')).toBe('Retry-After')
    expect(headers.get('access-control-allow-origin')).toBe(ORIGIN)
  })

  test('survives a page that goes away', async () => {
    await leaveEarly()
    expect((await post(batchOf())).status).toBe(202)
  })
})

describe('the server of "who-am-i"', () => {
  runDuringTests(() => start('guides/who-am-i.md', 'server/whoAmI.ts'))

  /** @param {string} token */
  const ask = (token) => send('/who-am-i', { headers: { Authorization: `Bearer ${token}` } })

  test('answers with the user of the token, for this request only', async () => {
    const { status, text, headers } = await ask('11111111-1111-4111-8111-111111111111')
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(headers.get('content-type')).toBe('application/json')
    expect(headers.get('access-control-allow-origin')).toBe(ORIGIN)
    expect(JSON.parse(text)).toEqual({ unique_identity: 'u-1042', user_name: 'Dana Whitfield' })
  })

  test('names who is impersonating the user', async () => {
    expect(JSON.parse((await ask('viewed')).text)).toHaveProperty('mimic_user', 'marcus@support.example')
  })

  test('allows the headers that the page names in its section on CORS', async () => {
    const { status, headers } = await send('/who-am-i', { method: 'OPTIONS' })
    expect([status, headers.get('access-control-allow-origin')]).toEqual([204, ORIGIN])
    expect(headers.get('access-control-allow-headers')).toBe('Authorization, IdToken, Authorization-App-Platform')
  })

  test.each([
    ['a token without a session', 'refused', 'ended', 401],
    ['sessions that cannot be read', 'failed', 'rejects', 503],
    ['a search for the session that throws', 'failed', 'throws', 503],
  ])('answers %s so that the page takes the request for %s', async (_, _taken, token, status) => {
    const answer = await ask(token)
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([status, ORIGIN])
  })

  test('has no other address', async () => {
    expect((await send('/')).status).toBe(404)
  })
})

describe('the server of "Quick start with your own back end"', () => {
  runDuringTests(() => start('start/own-back-end.mdx', 'server/events.ts', '.listen(3001)'))

  test('says who is signed in', async () => {
    expect(JSON.parse((await send('/session')).text)).toEqual({ id: 'u-1042', company: 'Ironline' })
  })

  test('takes a batch, and writes an event once that arrives twice', async () => {
    for (const id of ['one', 'one', 'two', 'one']) expect((await post(batchOf({ id, name: id }))).status).toBe(204)
    await expect.poll(output).toBe('one\ntwo\n')
  })

  test.each([
    ['a body that is not JSON', '{"events":'],
    ['nothing', ''],
    ['null', 'null'],
    ['no list of events', '{}'],
  ])('refuses %s', async (_, body) => {
    expect((await post(body)).status).toBe(400)
  })

  test('survives a page that goes away', async () => {
    await leaveEarly()
    expect((await post(batchOf())).status).toBe(204)
  })
})
