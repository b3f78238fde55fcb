import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { DANA, DANA_TOKEN, encoded, ENVIRONMENT } from '../testing/people.ts'
import { consoleOf } from '../testing/consoleOf.ts'
import { readEventStream, type ReadEventStream } from '../testing/readEventStream.ts'
import { startForTest, type ServicesForTest } from '../testing/startForTest.ts'
import type { Fault, FaultKind, FaultRoute } from './fault.ts'

let services: ServicesForTest
beforeAll(async () => void (services = await startForTest()))
afterEach(() => turnOn())
afterAll(() => services.close())

const PAGE = { origin: 'http://127.0.0.1:4800' }
const EVENTS = JSON.stringify({ events: [] })

/** One request for each of the routes that can have a fault. */
const REQUESTS: Record<FaultRoute, () => [string, RequestInit]> = {
  'who-am-i': () => [
    '/api/production/project/1/who-am-i',
    { headers: { ...PAGE, authorization: `Bearer ${DANA_TOKEN}` } },
  ],
  flags: () => [`/sdk/evalx/${ENVIRONMENT}/contexts/${encoded(DANA)}`, { headers: PAGE }],
  'flag-stream': () => [`/eval/${ENVIRONMENT}/${encoded(DANA)}`, { headers: PAGE }],
  'flag-events': () => [`/events/bulk/${ENVIRONMENT}`, { method: 'POST', body: '[]', headers: PAGE }],
  ofrep: () => [
    '/ofrep/v1/evaluate/flags',
    { method: 'POST', body: '{"context":{"targetingKey":"a"}}', headers: PAGE },
  ],
  vendors: () => ['/vendors/datadog?ddforward=x', { method: 'POST', body: '{"type":"view"}', headers: PAGE }],
  collect: () => [
    '/collect',
    { method: 'POST', body: EVENTS, headers: { ...PAGE, 'content-type': 'application/json' } },
  ],
}
const ROUTES = Object.keys(REQUESTS) as FaultRoute[]

function ask(
  route: FaultRoute,
  more: { headers?: Record<string, string>; signal?: AbortSignal } = {},
): Promise<Response> {
  const [path, init] = REQUESTS[route]()
  const headers = { ...(init.headers as Record<string, string>), ...more.headers }
  return fetch(services.url + path, { ...init, headers, ...(more.signal && { signal: more.signal }) })
}

async function turnOn(...faults: Fault[]): Promise<void> {
  const answer = await command({ faults })
  expect(await answer.json()).toEqual({ faults })
}

function command(body: unknown, origin = services.url): Promise<Response> {
  return fetch(`${services.url}/console/faults`, { method: 'POST', headers: { origin }, body: JSON.stringify(body) })
}

/** Milliseconds. Longer than any other request takes, so that a delayed request is still pending after that request. */
const LONG_MS = 60_000

/** Whether a promise settles before a request that was sent later is answered. */
async function isOverAfterAnother(started: Promise<unknown>): Promise<boolean> {
  let isOver = false
  const over = () => (isOver = true)
  started.then(over, over)
  const another = await fetch(`${services.url}/local/users`)
  await another.text()
  return isOver
}

describe.each(ROUTES)('a fault of the route %s', (route) => {
  test('of type status returns a status that a page can read', async () => {
    await turnOn({ route, kind: { type: 'status', status: 503 } })
    const answer = await ask(route)
    expect(answer.status).toBe(503)
    expect(answer.headers.get('access-control-allow-origin')).toBe(PAGE.origin)
  })

  test('does not affect other routes', async () => {
    await turnOn({ route, kind: { type: 'status', status: 503 } })
    for (const other of ROUTES.filter((name) => name !== route)) {
      const answer = await ask(other)
      expect(answer.ok).toBe(true)
      await answer.body?.cancel()
    }
  })

  test('of type reset resets the connection', async () => {
    await turnOn({ route, kind: { type: 'reset' } })
    await expect(ask(route)).rejects.toThrow('fetch failed')
  })

  test('of type hang never answers a request', async () => {
    await turnOn({ route, kind: { type: 'hang' } })
    const abort = new AbortController()
    const asked = ask(route, { signal: abort.signal })
    expect(await isOverAfterAnother(asked)).toBe(false)
    abort.abort()
    await expect(asked).rejects.toThrow('aborted')
  })

  test('of type garbage answers with an HTML page', async () => {
    await turnOn({ route, kind: { type: 'garbage' } })
    const answer = await ask(route)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch('text/html')
    expect(await answer.text()).toContain('<!doctype html>')
  })

  test('of type cors answers without the headers that let a page read the answer', async () => {
    await turnOn({ route, kind: { type: 'cors' } })
    const answer = await ask(route)
    expect(answer.ok).toBe(true)
    await answer.body?.cancel()
    const preflight = await fetch(services.url + REQUESTS[route]()[0], {
      method: 'OPTIONS',
      headers: { ...PAGE, 'access-control-request-method': 'POST' },
    })
    for (const { headers } of [answer, preflight])
      expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  test('of type latency delays the correct answer', async () => {
    await turnOn({ route, kind: { type: 'latency', ms: LONG_MS } })
    const abort = new AbortController()
    const asked = ask(route, { signal: abort.signal })
    expect(await isOverAfterAnother(asked)).toBe(false)
    abort.abort()
    await expect(asked).rejects.toThrow('aborted')
    await turnOn({ route, kind: { type: 'latency', ms: 20, spreadMs: 10 } })
    const answer = await ask(route)
    expect(answer.ok).toBe(true)
    await answer.body?.cancel()
  })

  test('ends after its number of requests, not counting preflights', async () => {
    const other = route === 'collect' ? 'flags' : 'collect'
    await turnOn(
      { route, kind: { type: 'status', status: 500 }, times: 2 },
      { route: other, kind: { type: 'status', status: 501 } },
    )
    const statuses: number[] = []
    await fetch(services.url + REQUESTS[route]()[0], { method: 'OPTIONS', headers: PAGE })
    for (let turn = 0; turn < 3; turn++) {
      const answer = await ask(route)
      statuses.push(answer.status)
      await answer.body?.cancel()
    }
    expect(statuses.slice(0, 2)).toEqual([500, 500])
    expect(statuses[2]).toBeLessThan(300)
    expect((await ask(other)).status).toBe(501)
  })

  test('in the header of a request applies to that request only', async () => {
    expect((await ask(route, { headers: { 'x-telltale-fault': 'status=429' } })).status).toBe(429)
    const answer = await ask(route)
    expect(answer.ok).toBe(true)
    await answer.body?.cancel()
  })
})

describe.each(ROUTES.filter((route) => route !== 'flag-stream' && route !== 'flag-events'))(
  'the body of an answer of the route %s',
  (route) => {
    test('with a fault of type truncated ends half-way with an error', async () => {
      const whole = await (await ask(route)).text()
      await turnOn({ route, kind: { type: 'truncated' } })
      const answer = await ask(route)
      expect(answer.ok).toBe(true)
      expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(whole.length / 2)
      await expect(answer.text()).rejects.toThrow('terminated')
    })

    test('with a fault of type silence stops half-way and stays open', async () => {
      await turnOn({ route, kind: { type: 'silence' } })
      const answer = await ask(route)
      const reader = answer.body?.getReader()
      expect((await reader?.read())?.value?.byteLength).toBeGreaterThan(0)
      expect(await isOverAfterAnother(reader?.read() ?? Promise.resolve())).toBe(false)
      await reader?.cancel()
    })

    test('with a fault of type slow arrives in small pieces and completely', async () => {
      const whole = await (await ask(route)).text()
      await turnOn({ route, kind: { type: 'slow', bytesPerSecond: 1 } })
      const abort = new AbortController()
      const dripping = (await ask(route, { signal: abort.signal })).text()
      expect(await isOverAfterAnother(dripping)).toBe(false)
      abort.abort()
      await expect(dripping).rejects.toThrow('aborted')
      await turnOn({ route, kind: { type: 'slow', bytesPerSecond: whole.length * 20 } })
      expect(await (await ask(route)).text()).toBe(whole)
    })
  },
)

describe('a flag stream', () => {
  const open = () => readEventStream(`${services.url}/eval/${ENVIRONMENT}/${encoded(DANA)}`)
  /** Changes a flag: each call toggles it. */
  const change = () =>
    services.editFlags(({ flags }) => Object.assign(flags['new-pricing'] ?? {}, { on: !flags['new-pricing']?.on }))

  test('with a fault of type silence sends nothing after its first message', async () => {
    await turnOn({ route: 'flag-stream', kind: { type: 'silence' } })
    const stream = await open()
    expect((await stream.next())?.event).toBe('put')
    await turnOn()
    const sound = await open()
    await sound.next()
    const next = stream.next()
    await change()
    expect((await sound.next())?.event).toBe('patch')
    expect(await isOverAfterAnother(next)).toBe(false)
    sound.close()
    stream.close()
  })

  test('with a fault of type truncated is cut off after its first message', async () => {
    await turnOn({ route: 'flag-stream', kind: { type: 'truncated' }, times: 1 })
    const stream = await open()
    expect((await stream.next())?.event).toBe('put')
    await expect(stream.next()).rejects.toThrow('terminated')
  })

  test('with a fault of type slow delivers its first message slowly', async () => {
    await turnOn({ route: 'flag-stream', kind: { type: 'slow', bytesPerSecond: 5000 } })
    const stream = await open()
    expect((await stream.next())?.event).toBe('put')
    stream.close()
  })

  test('with a fault of type flood repeats its latest message', async () => {
    await turnOn({ route: 'flag-stream', kind: { type: 'flood', perSecond: 500 } })
    const stream = await open()
    const first = await stream.next()
    for (let turn = 0; turn < 20; turn++) expect(await stream.next()).toEqual(first)
    await change()
    for (let one = await stream.next(); one?.event !== 'patch';) one = await stream.next()
    expect((await stream.next())?.event).toBe('patch')
    stream.close()
  })

  test('with a fault of type stall has a status and sends nothing', async () => {
    await turnOn({ route: 'flag-stream', kind: { type: 'stall' } })
    const stream = await open()
    expect(stream.response.status).toBe(200)
    expect(await isOverAfterAnother(stream.next())).toBe(false)
    stream.close()
  })
})

/** The streams that clients keep open. */
const STREAMS: readonly [string, FaultRoute, string, RequestInit?][] = [
  ['of the flags of a user', 'flag-stream', `/eval/${ENVIRONMENT}/${encoded(DANA)}`],
  ['of pings', 'flag-stream', `/ping/${ENVIRONMENT}`],
  ['of a server SDK', 'flag-stream', '/all', { headers: { authorization: ENVIRONMENT } }],
  ['of OFREP', 'ofrep', '/ofrep/v1/stream'],
]

describe.each(STREAMS)('an open stream %s', (_, route, path, init) => {
  const open = async () => {
    const stream = await readEventStream(`${services.url}${path}`, init)
    expect(await stream.next()).toBeDefined()
    return stream
  }
  /** Whichever way it ends. */
  const endOf = (stream: ReadEventStream) => stream.next().catch(() => undefined)

  test.each<FaultKind>([
    { type: 'reset' },
    { type: 'hang' },
    { type: 'stall' },
    { type: 'silence' },
    { type: 'truncated' },
    { type: 'status', status: 503 },
    { type: 'garbage' },
    { type: 'cors' },
    { type: 'slow', bytesPerSecond: 500 },
    { type: 'flood', perSecond: 200 },
  ])('ends when its service gets the fault %j', async (kind) => {
    const stream = await open()
    await turnOn({ route, kind })
    expect(await endOf(stream)).toBeUndefined()
  })

  test('ends when everything is taken offline, and the console, which stays connected, says why', async () => {
    const console = await consoleOf(services.url)
    const stream = await open()
    await turnOn(...ROUTES.map((one): Fault => ({ route: one, kind: { type: 'reset' } })))
    expect(await endOf(stream)).toBeUndefined()
    let ended
    do [ended] = (await console.next('connections')).connections.streams
    while (ended?.endedAt === undefined)
    expect(ended.lastError?.message).toBe('Ended by a simulated fault.')
    console.close()
  })

  test('stays open when responses get late, when another service gets a fault, and when faults are cleared', async () => {
    const stream = await open()
    await turnOn({ route, kind: { type: 'latency', ms: LONG_MS } })
    await turnOn({ route: 'collect', kind: { type: 'reset' } })
    await turnOn()
    expect(await isOverAfterAnother(stream.next())).toBe(false)
    stream.close()
  })

  test('that was opened during a fault stays open while the number of requests of that fault is counted down', async () => {
    await turnOn({ route, kind: { type: 'cors' }, times: 3 })
    const stream = await open()
    const another = await open()
    expect(await isOverAfterAnother(stream.next())).toBe(false)
    for (const one of [stream, another]) one.close()
  })
})

test('a stream that has only its headers ends when its service goes offline', async () => {
  await turnOn({ route: 'flag-stream', kind: { type: 'stall' } })
  const stream = await readEventStream(`${services.url}/eval/${ENVIRONMENT}/${encoded(DANA)}`)
  await turnOn({ route: 'flag-stream', kind: { type: 'reset' } })
  await expect(stream.next()).rejects.toThrow('terminated')
})

test('a fault of type flood does not change an answer that is not a stream', async () => {
  await turnOn({ route: 'flags', kind: { type: 'flood', perSecond: 500 } })
  expect(Object.keys((await (await ask('flags')).json()) as object)).toContain('new-pricing')
})

describe('a command for one route', () => {
  test('does not change the faults of other routes', async () => {
    const other: Fault = { route: 'flags', kind: { type: 'hang' } }
    await turnOn(other, { route: 'collect', kind: { type: 'reset' } })
    const status = { route: 'collect', kind: { type: 'status', status: 500 }, times: 3 }
    expect(await (await command(status)).json()).toEqual({ faults: [other, status] })
    expect(await (await command({ route: 'collect', kind: null })).json()).toEqual({ faults: [other] })
  })
})

describe('a command for faults', () => {
  test.each([
    {},
    [],
    { route: 'collect' },
    { route: 'moon', kind: null },
    { route: 'collect', kind: { type: 'melt' } },
    { faults: {} },
    { faults: [{}] },
    { faults: [{ route: 'moon', kind: { type: 'reset' } }] },
    { faults: [{ route: 'collect', kind: { type: 'melt' } }] },
    { faults: [{ route: 'collect', kind: { type: 'status', status: 200 } }] },
    { faults: [{ route: 'collect', kind: { type: 'latency', ms: -1 } }] },
    { faults: [{ route: 'collect', kind: { type: 'latency', ms: 10, spreadMs: 20 } }] },
    { faults: [{ route: 'collect', kind: { type: 'reset' }, times: 0 }] },
    { faults: [{ route: 'collect', kind: { type: 'slow' } }] },
    { faults: [{ route: 'collect', kind: { type: 'slow', bytesPerSecond: 0 } }] },
    { faults: [{ route: 'collect', kind: { type: 'flood', perSecond: 1_000_000 } }] },
  ])('with the body %j is refused', async (body) => {
    expect((await command(body)).status).toBe(400)
  })

  test.each(['melt', 'status', 'status=200', 'latency', 'latency=1~2', 'slow', 'slow=1~1', 'reset=1', 'flood=0', ''])(
    'in a header with the value %j is refused',
    async (text) => {
      expect((await ask('collect', { headers: { 'x-telltale-fault': text } })).status).toBe(400)
    },
  )

  test('from another local page is refused and changes nothing', async () => {
    const body = { faults: [{ route: 'collect', kind: { type: 'reset' } }] }
    expect((await command(body, PAGE.origin)).status).toBe(403)
    expect((await ask('collect')).status).toBe(202)
  })
})

test('services stop while a request hangs', async () => {
  const ending = await startForTest({ faults: [{ route: 'collect', kind: { type: 'hang' } }] })
  const [path, init] = REQUESTS.collect()
  const asked = fetch(ending.url + path, init)
  asked.catch(() => undefined)
  await fetch(`${ending.url}/local/users`)
  await ending.close()
  await expect(asked).rejects.toThrow('fetch failed')
})
