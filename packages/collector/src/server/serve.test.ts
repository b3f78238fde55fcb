import { readFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createCollector } from '../createCollector.ts'
import { batchOf, eventOf } from '../testing/events.ts'
import { memoryStore } from '../testing/memoryStore.ts'
import { lossReader, lossReport } from '../loss/lossMeter.ts'
import { createMetrics } from './metrics.ts'
import { runningDeletions } from './runningDeletions.ts'
import { serve, type Server } from './serve.ts'

const EVENT = {
  ...{ id: '019ab2f4-6a3e-7cc3-98c4-dc0c0c07398f', name: 'Quote sent', at: 1, url: '', properties: {}, identity: {} },
}
const BODY = JSON.stringify({ app: { name: 'Quotes' }, events: [EVENT] })
const JSON_TYPE = { 'content-type': 'application/json' }

let server: Server | undefined
afterEach(() => server?.close())

async function start(options: Partial<Parameters<typeof createCollector>[0]> = {}, trustsProxy = false) {
  const collector = createCollector({ sink: memoryStore(), ...options })
  server = await serve(collector.fetch, { host: '127.0.0.1', port: 0, trustsProxy })
  return `http://127.0.0.1:${server.port}`
}

const post = (url: string, headers: Record<string, string> = {}, body = BODY) =>
  fetch(`${url}/collect`, { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body })

describe('over HTTP', () => {
  test('a body without a length is read up to the limit', async () => {
    const url = await start({ limits: { maxBytes: 100_000 } })
    const status = await new Promise((resolve, reject) => {
      const asked = request(`${url}/collect`, { method: 'POST', headers: JSON_TYPE }, (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      })
      asked.on('error', reject)
      // Chunked, and never at its end.
      for (let count = 0; count < 10; count++) asked.write(' '.repeat(50_000))
    })
    expect(status).toBe(413)
    expect((await post(url)).status).toBe(202)
  })

  test('an idle connection is kept for longer than proxies keep one, which is a minute', async () => {
    const answer = await post(await start())
    const [, seconds] = /timeout=(\d+)/.exec(answer.headers.get('keep-alive') ?? '') ?? []
    expect(Number(seconds)).toBeGreaterThan(60)
  })

  test('requests are counted by the address of the client', async () => {
    const url = await start({ limits: { perSecondByAddress: 1 }, now: () => 0 })
    expect((await post(url)).status).toBe(202)
    const second = await post(url, { 'x-forwarded-for': '192.0.2.7' })
    expect([second.status, second.headers.get('retry-after')]).toEqual([429, '1'])
  })

  test('requests are counted by the address that the nearest proxy has seen, when it is trusted', async () => {
    const url = await start({ limits: { perSecondByAddress: 1 }, now: () => 0 }, true)
    expect((await post(url, { 'x-forwarded-for': '198.51.100.1, 192.0.2.7' })).status).toBe(202)
    // What the client itself says comes first.
    expect((await post(url, { 'x-forwarded-for': '198.51.100.2, 192.0.2.7' })).status).toBe(429)
    expect((await post(url, { 'x-forwarded-for': '192.0.2.8' })).status).toBe(202)
  })

  test('an export that cannot be completed breaks the connection, and writes nothing of it anywhere', async () => {
    const printed = [vi.spyOn(console, 'error'), vi.spyOn(console, 'info')]
    const lines: unknown[] = []
    const row = { cursor: '1', id: EVENT.id, app: { name: 'Quotes' }, receivedAt: 1, body: JSON.stringify(EVENT) }
    const sink = {
      ...memoryStore(),
      async *about() {
        yield [row]
        throw Object.assign(new Error('row of ada'), { code: '53200' })
      },
    }
    const adminToken = 'a-token-for-these-tests'
    const url = await start({ sink, adminToken, log: (...line) => lines.push(line) })
    const exported = async () =>
      (await fetch(`${url}/people/ada/export`, { headers: { authorization: `Bearer ${adminToken}` } })).text()
    await expect(exported()).rejects.toThrow(Error)
    expect(lines).toEqual([['error', 'An export was cut: the store has failed.', { reason: '53200' }]])
    for (const spy of printed) expect(spy).not.toHaveBeenCalled()
    vi.restoreAllMocks()
  })

  test('the server closes when what was begun is answered', async () => {
    const store = memoryStore()
    let isAsked = () => undefined as void
    const asked = new Promise<void>((resolve) => (isAsked = resolve))
    let go = () => undefined as void
    const gone = new Promise<void>((resolve) => (go = resolve))
    const url = await start({
      sink: {
        ...store,
        async append(batch, signal) {
          isAsked()
          await gone
          return store.append(batch, signal)
        },
      },
    })
    const answer = post(url)
    await asked
    const closed = server?.close()
    await expect(post(url)).rejects.toThrow()
    go()
    expect((await answer).status).toBe(202)
    await closed
    server = undefined
    expect(await store.count()).toBe(1)
  })
})

test('alerts and dashboard ask for metrics that there are', async () => {
  const metrics = createMetrics()
  const zero = () => Promise.resolve(0)
  metrics.readFrom({
    ...{ readLoss: lossReader(memoryStore()), deletions: runningDeletions(memoryStore()), waitingBytes: () => 0 },
    ...{ kafkaBehindMs: zero, parquetBehindMs: zero, freeBytes: zero },
  })
  const text = await metrics.text()
  const files = ['alerts.yaml', 'dashboard.json'].map((name) =>
    readFile(new URL(`../../../../docs/public/collector/${name}`, import.meta.url), 'utf8'),
  )
  const asked = (await Promise.all(files)).join().match(/\b(telltale|process)_[a-z_]+/g) ?? []
  expect(new Set(asked).size).toBeGreaterThan(5)
  for (const name of asked) expect(text).toContain(`# TYPE ${name.replace(/_bucket$/, '')} `)
})

test('the figures say how far Kafka is behind the store, if events go there, and nothing that is not known', async () => {
  const none = createMetrics()
  none.readFrom({ readLoss: lossReader(memoryStore()) })
  expect(await none.text()).not.toMatch(/kafka|parquet|deletion|disk|waiting/)
  let behind = () => Promise.resolve(1_500)
  const metrics = createMetrics()
  metrics.readFrom({ kafkaBehindMs: () => behind() })
  expect(await metrics.text()).toContain('\ntelltale_collector_kafka_behind_seconds 1.5\n')
  behind = () => Promise.reject(new Error('The store is away.'))
  expect(await metrics.text()).toMatch(/\ntelltale_collector_kafka_behind_seconds nan\n/i)
})

test('a server that closes takes no more requests over the connections that are there', async () => {
  let go = () => undefined as void
  const gone = new Promise<void>((resolve) => (go = resolve))
  let isAsked = () => undefined as void
  const asked = new Promise<void>((resolve) => (isAsked = resolve))
  const answer = async () => {
    isAsked()
    await gone
    return new Response()
  }
  server = await serve(answer, { host: '127.0.0.1', port: 0, trustsProxy: false })
  const { port, close } = server
  server = undefined
  const agent = new Agent({ keepAlive: true })
  const connection = new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, agent }, (message) => resolve(message.resume().headers.connection))
    sent.on('error', reject).end()
  })
  await asked
  const closed = close()
  go()
  expect(await connection).toBe('close')
  await closed
  agent.destroy()
})

test('a scrape does not wait for a store that does not answer, and the next one has its figures', async () => {
  let answer = () => undefined as void
  const gone = new Promise<void>((resolve) => (answer = resolve))
  const store = memoryStore()
  await store.append(batchOf([eventOf(1, { page: 'page', n: 1 })]))
  const metrics = createMetrics()
  metrics.readFrom({
    readLoss: async (times) => {
      await gone
      return lossReport(await store.numbers(), times)
    },
  })
  expect(await metrics.text()).not.toContain('telltale_collector_pages_events{')
  answer()
  await expect.poll(() => metrics.text()).toContain('telltale_collector_pages_events{state="stored"} 1')
})

test('metrics count events by outcome, answers by status and reason, and what is lost', async () => {
  const sink = memoryStore()
  const metrics = createMetrics()
  metrics.readFrom({ readLoss: lossReader(sink) })
  const url = await start({ sink, onStored: metrics.onStored, onAnswered: metrics.onAnswered })
  const pages = { 'page-1': { last: 3, filtered: '2' } }
  const body = JSON.stringify({
    app: { name: 'Quotes' },
    pages,
    events: [
      { ...EVENT, page: 'page-1', n: 1 },
      { ...EVENT, name: '' },
    ],
  })
  expect((await post(url, {}, body)).status).toBe(422)
  expect((await post(url, {}, 'x')).status).toBe(400)
  const text = await metrics.text()
  for (const line of [
    'telltale_collector_events_total{outcome="new"} 1',
    'telltale_collector_events_total{outcome="refused"} 1',
    'telltale_collector_answers_total{status="422",reason="event"} 1',
    'telltale_collector_answers_total{status="400",reason="invalid"} 1',
    'telltale_collector_store_seconds_count 1',
    'telltale_collector_pages_events{state="stored"} 1',
    'telltale_collector_pages_events{state="explained"} 1',
    'telltale_collector_pages_events{state="onTheWay"} 1',
    'telltale_collector_pages_events{state="unexplained"} 0',
  ])
    expect(text).toContain(`${line}\n`)
})

test('a server that drains still answers, and closes each connection, until what was begun is answered', async () => {
  let go = () => undefined as void
  const gone = new Promise<void>((resolve) => (go = resolve))
  let isAsked = () => undefined as void
  const asked = new Promise<void>((resolve) => (isAsked = resolve))
  const answer = async ({ url }: Request) => {
    if (!url.endsWith('/slow')) return new Response()
    isAsked()
    await gone
    return new Response()
  }
  server = await serve(answer, { host: '127.0.0.1', port: 0, trustsProxy: false })
  const url = `http://127.0.0.1:${server.port}`
  const slow = fetch(`${url}/slow`)
  await asked
  let isOver = false
  const drained = server.drain(0, new AbortController().signal).then(() => (isOver = true))
  const { status, headers } = await fetch(url)
  expect([status, headers.get('connection'), isOver]).toEqual([200, 'close', false])
  go()
  expect((await slow).headers.get('connection')).toBe('close')
  await drained
})

test('a server drains for as long as it is told, or until there is a hurry', async () => {
  server = await serve(async () => new Response(), { host: '127.0.0.1', port: 0, trustsProxy: false })
  const hurry = new AbortController()
  let isOver = false
  const drained = server.drain(60_000, hurry.signal).then(() => (isOver = true))
  await new Promise((resolve) => void setTimeout(resolve, 50))
  expect(isOver).toBe(false)
  hurry.abort()
  await drained
})
