import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { execa } from 'execa'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { root } from '../../scripts/ensureInstalled.mjs'
import { whyNot } from './startProgram.mjs'
import { startProxy } from './startProxy.mjs'
import { startUpstream } from './startUpstream.mjs'

const PATIENCE_MS = 300_000
const VISITOR = '203.0.113.7'
/** A context in base64, as the library writes it into addresses. */
const CONTEXT = 'eyJraW5kIjoidXNlciIsImtleSI6InUtMTA0MiIsIm5hbWUiOiJEYW5hIFfDqSJ9_-A'
const SECRETS = { Cookie: 'session=secret', 'X-XSRF-TOKEN': 'secret' }
const ADDRESSES = { 'X-Forwarded-For': VISITOR, 'X-Real-IP': VISITOR, Forwarded: `for=${VISITOR}` }
const HOSTS = {
  flags: 'app.launchdarkly.com',
  changes: 'clientstream.launchdarkly.com',
  reports: 'events.launchdarkly.com',
  collector: 'events.example.com',
}
/** What the page says about passing the address on to the collector. */
const PASSING_ON = {
  nginx: {
    'location = /desk/c {': `location = /desk/c {
      proxy_set_header Connection "";
      proxy_set_header Cookie "";
      proxy_set_header X-XSRF-TOKEN "";
      proxy_set_header X-Real-IP "";
      proxy_set_header Forwarded "";
      proxy_set_header X-Forwarded-For $remote_addr;`,
  },
  caddy: {
    '    reverse_proxy https://events.example.com {\n      import private': `    reverse_proxy https://events.example.com {
      header_up Host {upstream_hostport}
      header_up -Cookie
      header_up -X-XSRF-TOKEN
      header_up -X-Real-IP
      header_up -Forwarded`,
  },
}

// Below the packages that the suite installs for the examples: Next is one of them.
const folder = join(root, '.cache/examples/proxies', String(process.pid))
const absent = whyNot('the proxies of "CSP, Trusted Types and ad blockers"', ['openssl'])

/** @typedef {keyof typeof HOSTS} Service */
/** @type {Record<Service, Awaited<ReturnType<typeof startUpstream>>>} */
let upstreams
let started = 0

beforeAll(async () => {
  if (absent) return
  mkdirSync(folder, { recursive: true })
  const made = '-x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost'
  await execa('openssl', ['req', ...made.split(' '), '-keyout', 'key.pem', '-out', 'cert.pem'], { cwd: folder })
  const certificate = { key: readFileSync(join(folder, 'key.pem')), cert: readFileSync(join(folder, 'cert.pem')) }
  const services = await Promise.all(Object.keys(HOSTS).map(() => startUpstream(certificate)))
  upstreams = /** @type {typeof upstreams} */ (
    Object.fromEntries(Object.keys(HOSTS).map((name, index) => [name, services[index]]))
  )
})

afterAll(async () => {
  if (!absent) await Promise.all(Object.values(upstreams).map((upstream) => upstream.close()))
  rmSync(folder, { recursive: true, force: true })
})

/** @param {keyof typeof startProxy} name @param {Readonly<Record<string, string>>} [changes] */
function start(name, changes) {
  const own = join(folder, `${name}-${started++}`)
  mkdirSync(own)
  const hosts = Object.fromEntries(
    Object.entries(HOSTS).map(([service, host]) => [host, upstreams[/** @type {Service} */ (service)].host]),
  )
  return startProxy[name]({ folder: own, certificate: join(folder, 'cert.pem'), hosts, ...(changes && { changes }) })
}

/** The last request that a service has received. @param {Service} service */
const last = (service) => upstreams[service].requests.at(-1)

describe.each(/** @type {const} */ (['nginx', 'caddy', 'worker', 'next']))('%s', (name) => {
  const missing = absent || (name === 'nginx' || name === 'caddy' ? whyNot(`the configuration of ${name}`, [name]) : '')
  const it = test.skipIf(missing)
  /** @type {Awaited<ReturnType<typeof start>>} */
  let proxy

  beforeAll(async () => {
    if (!missing) proxy = await start(name)
  }, PATIENCE_MS)
  beforeEach(() => {
    for (const { requests } of absent ? [] : Object.values(upstreams)) requests.length = 0
  })
  afterAll(() => proxy?.stop())

  /** @param {string} path @param {RequestInit} [init] */
  const send = (path, init) =>
    fetch(proxy.url + path, { ...init, headers: { ...SECRETS, ...ADDRESSES, ...init?.headers } })

  it('passes a request for flags on, with its path and query, and the answer back', async () => {
    Object.assign(upstreams.flags.answer, { status: 200, headers: { 'Content-Type': 'application/json', ETag: '"1"' } })
    const path = `sdk/evalx/client%20side-id/contexts/${CONTEXT}?h=a%2Bb&withReasons=true`
    const answer = await send(`/desk/f/${path}`)
    expect([answer.status, await answer.text()]).toEqual([200, '{}'])
    expect([answer.headers.get('content-type'), answer.headers.get('etag')]).toEqual(['application/json', '"1"'])
    expect(last('flags')).toMatchObject({ method: 'GET', path: `/${path}`, host: 'localhost' })
    expect(last('flags')?.headers.host).toBe(upstreams.flags.host)
  })

  it('passes the method REPORT and its body on', async () => {
    const body = JSON.stringify({ kind: 'user', key: 'u-1042' })
    const headers = { 'Content-Type': 'application/json' }
    await send('/desk/f/sdk/evalx/client-side-id/context', { method: 'REPORT', body, headers })
    expect(last('flags')).toMatchObject({ method: 'REPORT', path: '/sdk/evalx/client-side-id/context' })
    expect(Buffer.from(last('flags')?.body ?? '', 'base64').toString()).toBe(body)
    expect(last('flags')?.headers['content-type']).toBe('application/json')
  })

  it('passes reports on, with the headers of the flag service', async () => {
    upstreams.reports.answer.status = 202
    const headers = { 'Content-Type': 'application/json', 'X-LaunchDarkly-Event-Schema': '4' }
    const answer = await send('/desk/r/events/bulk/client-side-id', { method: 'POST', body: '[]', headers })
    expect(answer.status).toBe(202)
    expect(last('reports')).toMatchObject({ method: 'POST', path: '/events/bulk/client-side-id', body: 'W10=' })
    expect(last('reports')?.headers['x-launchdarkly-event-schema']).toBe('4')
  })

  it('passes a batch on to the address of the collector, compressed as it is', async () => {
    const body = gzipSync(JSON.stringify({ events: [], text: 'x'.repeat(900_000) }), { level: 0 })
    const headers = { 'Content-Encoding': 'gzip', 'Content-Type': 'application/json', 'X-Write-Key': 'quotes-web' }
    await send('/desk/c', { method: 'POST', body, headers: { ...headers, Authorization: 'Bearer 1' } })
    expect(last('collector')).toMatchObject({ method: 'POST', path: '/collect', host: 'localhost' })
    expect(last('collector')?.body === body.toString('base64')).toBe(true)
    const passed = { 'content-encoding': 'gzip', 'x-write-key': 'quotes-web', authorization: 'Bearer 1' }
    expect(last('collector')?.headers).toMatchObject({ ...passed, host: upstreams.collector.host })
  })

  it('passes the status of the collector back, and when to try again', async () => {
    Object.assign(upstreams.collector.answer, { status: 429, headers: { 'Retry-After': '30' }, body: 'too many' })
    const answer = await send('/desk/c', { method: 'POST', body: '{}' })
    expect([answer.status, answer.headers.get('retry-after'), await answer.text()]).toEqual([429, '30', 'too many'])
  })

  it.each([
    ['in chunks', true],
    ['until the connection ends', false],
  ])('passes a stream that comes %s on at once, and ends it when the page does', async (_, inChunks) => {
    upstreams.changes.answer.inChunks = inChunks
    const leave = new AbortController()
    const path = `eval/client-side-id/${CONTEXT}?withReasons=true`
    const answer = await send(`/desk/s/${path}`, { signal: leave.signal, headers: { Accept: 'text/event-stream' } })
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    const texts = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
    // The answer of the service has not ended.
    expect((await texts?.read())?.value).toBe('data: first\n\n')
    upstreams.changes.say('second')
    expect((await texts?.read())?.value).toBe('data: second\n\n')
    expect(last('changes')).toMatchObject({ method: 'GET', path: `/${path}` })
    expect(upstreams.changes.open()).toBe(1)
    leave.abort()
    await expect.poll(() => upstreams.changes.open()).toBe(0)
  })

  it(
    name === 'next' ? 'passes cookies and addresses on, as the page says' : 'withholds cookies and addresses',
    async () => {
      await send('/desk/f/sdk/goals/client-side-id')
      await send('/desk/r/events/diagnostic/client-side-id', { method: 'POST', body: '{}' })
      await send('/desk/c', { method: 'POST', body: '{}' })
      const leave = new AbortController()
      await send(`/desk/s/eval/client-side-id/${CONTEXT}`, { signal: leave.signal })
      leave.abort()
      const hidden = [...Object.keys(SECRETS), ...Object.keys(ADDRESSES)].map((header) => header.toLowerCase())
      for (const service of /** @type {Service[]} */ (Object.keys(HOSTS))) {
        const arrived = Object.entries(last(service)?.headers ?? {})
        const seen = arrived.map(([header]) => header).filter((header) => hidden.includes(header))
        expect(seen.sort(), service).toEqual(name === 'next' ? hidden.sort() : [])
        // By whatever header: the visitor comes from 127.0.0.1, and a load balancer names another.
        const addresses = arrived.filter(([, value]) => /127\.0\.0\.1|203\.0\.113\.7/.test(String(value)))
        expect(addresses.length > 0, JSON.stringify(addresses)).toBe(name === 'next')
      }
    },
  )

  it('passes nothing else on', async () => {
    // For a path that no directive names, Caddy has an empty answer.
    expect((await send('/desk/x')).status).toBe(name === 'caddy' ? 200 : 404)
    expect(Object.values(upstreams).flatMap(({ requests }) => requests)).toEqual([])
  })

  if (name === 'nginx' || name === 'caddy')
    it('passes the address of the visitor on to the collector, changed as the page says', async () => {
      const changed = await start(name, PASSING_ON[name])
      await fetch(`${changed.url}/desk/c`, { method: 'POST', body: '{}', headers: SECRETS })
      expect(last('collector')?.headers['x-forwarded-for']).toBe('127.0.0.1')
      expect(last('collector')?.headers).not.toHaveProperty('cookie')
      await fetch(`${changed.url}/desk/f/sdk/goals/client-side-id`, { headers: ADDRESSES })
      expect(last('flags')?.headers).not.toHaveProperty('x-forwarded-for')
      await changed.stop()
    })

  if (name === 'next')
    it(
      'lets no message of the stream through if it compresses, and ends a silent request after `proxyTimeout`',
      async () => {
        const changes = { 'compress: false': 'compress: true', 'proxyTimeout: 600_000': 'proxyTimeout: 1_000' }
        const changed = await start(name, changes)
        upstreams.changes.answer.inChunks = true
        const answer = await fetch(`${changed.url}/desk/s/eval/client-side-id/${CONTEXT}`)
        expect(answer.headers.get('content-encoding')).toBe('gzip')
        await expect(answer.body?.getReader().read()).rejects.toThrow('terminated')
        await changed.stop()
      },
      PATIENCE_MS,
    )
})
