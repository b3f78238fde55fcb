import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DANA, DANA_TOKEN, encoded, ENVIRONMENT } from '../testing/people.ts'
import { readEventStream } from '../testing/readEventStream.ts'
import { startForTest, type ServicesForTest } from '../testing/startForTest.ts'
import type { Fault, FaultRoute } from './fault.ts'

let services: ServicesForTest
beforeEach(async () => void (services = await startForTest()))
afterEach(() => services.close())

const PAGE = { origin: 'http://127.0.0.1:4800' }
const EVENTS = JSON.stringify({ events: [] })

/** One request to each of the routes that can be broken. */
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

/** Whether something is over once a request that was sent after it has been answered. */
async function isOverAfterAnother(started: Promise<unknown>): Promise<boolean> {
  let isOver = false
  const over = () => (isOver = true)
  started.then(over, over)
  const another = await fetch(`${services.url}/local/users`)
  await another.text()
  return isOver
}

describe.each(ROUTES)('a fault of %s', (route) => {
  test('is a status that a page can read', async () => {
    await turnOn({ route, kind: { type: 'status', status: 503 } })
    const answer = await ask(route)
    expect(answer.status).toBe(503)
    expect(answer.headers.get('access-control-allow-origin')).toBe(PAGE.origin)
  })

  test('leaves the others alone', async () => {
    await turnOn({ route, kind: { type: 'status', status: 503 } })
    for (const other of ROUTES.filter((name) => name !== route)) {
      const answer = await ask(other)
      expect(answer.ok).toBe(true)
      await answer.body?.cancel()
    }
  })

  test('is a connection that is cut', async () => {
    await turnOn({ route, kind: { type: 'reset' } })
    await expect(ask(route)).rejects.toThrow('fetch failed')
  })

  test('is no answer', async () => {
    await turnOn({ route, kind: { type: 'hang' } })
    const abort = new AbortController()
    const asked = ask(route, { signal: abort.signal })
    expect(await isOverAfterAnother(asked)).toBe(false)
    abort.abort()
    await expect(asked).rejects.toThrow('aborted')
  })

  test('is an answer of somebody else', async () => {
    await turnOn({ route, kind: { type: 'garbage' } })
    const answer = await ask(route)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch('text/html')
    expect(await answer.text()).toContain('<!doctype html>')
  })

  test('is a right answer that a page must not read', async () => {
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

  test('is a right answer that comes late', async () => {
    await turnOn({ route, kind: { type: 'latency', ms: 300, spreadMs: 50 } })
    const asked = ask(route)
    expect(await isOverAfterAnother(asked)).toBe(false)
    const answer = await asked
    expect(answer.ok).toBe(true)
    await answer.body?.cancel()
  })

  test('is over when it has met as many requests as it was to', async () => {
    const other = route === 'collect' ? 'flags' : 'collect'
    await turnOn(
      { route, kind: { type: 'status', status: 500 }, times: 2 },
      { route: other, kind: { type: 'status', status: 501 } },
    )
    const statuses: number[] = []
    // A preflight is not one of them.
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

  test('comes along in the header of one request, and meets no other', async () => {
    expect((await ask(route, { headers: { 'x-telltale-fault': 'status=429' } })).status).toBe(429)
    const answer = await ask(route)
    expect(answer.ok).toBe(true)
    await answer.body?.cancel()
  })
})

describe.each(ROUTES.filter((route) => route !== 'flag-stream' && route !== 'flag-events'))(
  'the body of %s',
  (route) => {
    test('is cut half-way, and not taken for the whole', async () => {
      const whole = await (await ask(route)).text()
      await turnOn({ route, kind: { type: 'truncated' } })
      const answer = await ask(route)
      expect(answer.ok).toBe(true)
      expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(whole.length / 2)
      await expect(answer.text()).rejects.toThrow('terminated')
    })

    test('stops half-way', async () => {
      await turnOn({ route, kind: { type: 'silence' } })
      const answer = await ask(route)
      const reader = answer.body?.getReader()
      expect((await reader?.read())?.value?.byteLength).toBeGreaterThan(0)
      expect(await isOverAfterAnother(reader?.read() ?? Promise.resolve())).toBe(false)
      await reader?.cancel()
    })

    test('drips, and is right in the end', async () => {
      const whole = await (await ask(route)).text()
      await turnOn({ route, kind: { type: 'slow', bytesPerSecond: Math.max(1, whole.length * 4) } })
      const answer = await ask(route)
      const text = answer.text()
      expect(await isOverAfterAnother(text)).toBe(false)
      expect(await text).toBe(whole)
    })
  },
)

describe('a stream', () => {
  const open = () => readEventStream(`${services.url}/eval/${ENVIRONMENT}/${encoded(DANA)}`)
  const change = () => services.editFlags(({ flags }) => Object.assign(flags['new-pricing'] ?? {}, { on: false }))

  test('that goes silent says nothing after its first message', async () => {
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

  test('that is truncated breaks off after its first message', async () => {
    await turnOn({ route: 'flag-stream', kind: { type: 'truncated' }, times: 1 })
    const stream = await open()
    expect((await stream.next())?.event).toBe('put')
    await expect(stream.next()).rejects.toThrow('terminated')
  })

  test('that drips says everything in the end', async () => {
    await turnOn({ route: 'flag-stream', kind: { type: 'slow', bytesPerSecond: 5000 } })
    const stream = await open()
    expect((await stream.next())?.event).toBe('put')
    stream.close()
  })

  test('that floods says its latest message again and again', async () => {
    await turnOn({ route: 'flag-stream', kind: { type: 'flood', perSecond: 500 } })
    const stream = await open()
    const first = await stream.next()
    for (let turn = 0; turn < 20; turn++) expect(await stream.next()).toEqual(first)
    await change()
    for (let one = await stream.next(); one?.event !== 'patch';) one = await stream.next()
    expect((await stream.next())?.event).toBe('patch')
    stream.close()
  })

  test('is the only answer that a flood meets', async () => {
    await turnOn({ route: 'flags', kind: { type: 'flood', perSecond: 500 } })
    expect(Object.keys((await (await ask('flags')).json()) as object)).toContain('new-pricing')
  })
})

describe('a stream that stalls', () => {
  test('has begun, and says nothing', async () => {
    await turnOn({ route: 'flag-stream', kind: { type: 'stall' } })
    const stream = await readEventStream(`${services.url}/eval/${ENVIRONMENT}/${encoded(DANA)}`)
    expect(stream.response.status).toBe(200)
    expect(await isOverAfterAnother(stream.next())).toBe(false)
    stream.close()
  })
})

describe('a command for one route', () => {
  test('leaves the faults of the others as they are', async () => {
    const other: Fault = { route: 'flags', kind: { type: 'hang' } }
    await turnOn(other, { route: 'collect', kind: { type: 'reset' } })
    const status = { route: 'collect', kind: { type: 'status', status: 500 }, times: 3 }
    expect(await (await command(status)).json()).toEqual({ faults: [other, status] })
    expect(await (await command({ route: 'collect', kind: null })).json()).toEqual({ faults: [other] })
  })
})

describe('what no fault is', () => {
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
  ])('%j is refused', async (body) => {
    expect((await command(body)).status).toBe(400)
  })

  test.each(['melt', 'status', 'status=200', 'latency', 'latency=1~2', 'slow', 'slow=1~1', 'reset=1', 'flood=0', ''])(
    'a header that reads %j is refused',
    async (text) => {
      expect((await ask('collect', { headers: { 'x-telltale-fault': text } })).status).toBe(400)
    },
  )

  test('another local page may not break anything', async () => {
    const body = { faults: [{ route: 'collect', kind: { type: 'reset' } }] }
    expect((await command(body, PAGE.origin)).status).toBe(403)
    expect((await ask('collect')).status).toBe(202)
  })
})

test('services that are asked to end do so while a request hangs', async () => {
  await turnOn({ route: 'collect', kind: { type: 'hang' } })
  const asked = ask('collect')
  asked.catch(() => undefined)
  await fetch(`${services.url}/local/users`)
  await services.close()
  await expect(asked).rejects.toThrow('fetch failed')
})
