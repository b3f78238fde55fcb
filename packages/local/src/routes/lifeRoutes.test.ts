import { describe, expect, test } from 'vitest'
import { consoleOf } from '../testing/consoleOf.ts'
import { eachWithConsole, it, services } from '../testing/eachWithConsole.ts'
import { DANA, encoded, ENVIRONMENT } from '../testing/people.ts'
import { readEventStream } from '../testing/readEventStream.ts'
import { uuidOf } from '../testing/uuidOf.ts'

eachWithConsole()

const TAB = { tab: 't1', page: 'http://127.0.0.1:4800/', app: 'Rental Desk', identity: DANA.key, flags: 'live' }

function tell(report: unknown): Promise<Response> {
  return fetch(`${services.url}/console/life`, {
    method: 'POST',
    headers: { origin: 'http://127.0.0.1:4800', 'content-type': 'application/json' },
    body: JSON.stringify(report),
  })
}

function collect(...ids: string[]): Promise<Response> {
  const events = ids.map((id) => ({
    id: uuidOf(id),
    name: 'n',
    at: Date.now() - 5,
    url: '',
    properties: {},
    identity: {},
  }))
  const headers = { 'content-type': 'application/json' }
  return fetch(`${services.url}/collect`, { method: 'POST', headers, body: JSON.stringify({ events }) })
}

describe('a page’s report about its events', () => {
  test('adds steps to the lives of the events', async () => {
    const happened = { id: 'e1', step: 'happened', at: 1, name: 'Quote sent' }
    const answer = await tell({ ...TAB, steps: [happened, { id: 'e1', step: 'pending', at: 2 }] })
    expect(answer.status).toBe(202)
    expect(answer.headers.get('access-control-allow-origin')).toBe('http://127.0.0.1:4800')
    expect((await it.next('life')).lives).toMatchObject([
      { id: 'e1', name: 'Quote sent', tab: 't1', steps: [{ step: 'happened' }, { step: 'pending' }], copies: 0 },
    ])
    await tell({ ...TAB, steps: [{ id: 'e1', step: 'acknowledged', at: 3, destination: 'otlp' }] })
    const { lives } = await it.next('life')
    expect(lives[0]?.steps.map(({ step, destination }) => [step, destination])).toEqual([
      ['happened', undefined],
      ['pending', undefined],
      ['acknowledged', 'otlp'],
    ])
  })

  test('says that the page that completed an event has no destination for it', async () => {
    const completed = (id: string) => [{ id, step: 'completed', at: 1 }]
    await tell({ ...TAB, destinations: [], steps: completed('e1') })
    expect((await it.next('life')).lives).toMatchObject([{ id: 'e1', hasNoDestination: true }])
    await tell({ ...TAB, destinations: ['collector'], steps: completed('e2') })
    expect((await it.next('life')).lives[0]).not.toHaveProperty('hasNoDestination')
  })

  test('names the problems of the page, and is refused when one of them is not described', async () => {
    const problem = { where: 'collector', message: 'no answer (T67)', isError: true, since: 1, at: 2, times: 1 }
    expect((await tell({ ...TAB, problems: [problem], steps: [] })).status).toBe(202)
    const wrong = [{ ...problem, times: 'once' }, { ...problem, at: undefined }, { ...problem, where: 1 }, 'T67']
    for (const one of wrong) expect((await tell({ ...TAB, problems: [one], steps: [] })).status).toBe(400)
    expect((await tell({ ...TAB, problems: Array.from({ length: 101 }, () => problem), steps: [] })).status).toBe(400)
  })

  test('says what the destinations have answered, and is refused when one of them is not described', async () => {
    const lastError = { at: 2, reason: 'status 503', failures: 2 }
    const times = { sentAt: 1, answeredAt: 2, failingSinceAt: 1, nextAt: 3 }
    const failed = { outcome: 'failed', reason: 'status 503', failures: 2, waiting: 1, lastError, ...times }
    const whole = { name: 'collector', ...failed }
    const deliveries = [whole, { name: 'heap', failures: 0 }]
    expect((await tell({ ...TAB, deliveries, steps: [] })).status).toBe(202)
    const other = await consoleOf(services.url)
    expect((await other.next('connections')).connections.tabs).toMatchObject([{ deliveries }])
    other.close()
    const wrong = [
      ...[{ name: 1 }, { outcome: 'sent' }, { reason: 'x'.repeat(3000) }, { failures: -1 }, { failures: undefined }],
      ...[{ waiting: '1' }, { nextAt: 'soon' }, { lastError: 'status 503' }, { lastError: { at: 1, failures: 1 } }],
    ].map((part) => ({ ...whole, ...part }))
    for (const one of [...wrong, 'collector'])
      expect((await tell({ ...TAB, deliveries: [one], steps: [] })).status).toBe(400)
    const many = Array.from({ length: 101 }, () => whole)
    expect((await tell({ ...TAB, deliveries: many, steps: [] })).status).toBe(400)
  })

  test('is sent to a console that is opened later', async () => {
    await tell({ ...TAB, steps: [{ id: 'e1', step: 'happened', at: 1 }] })
    const later = await consoleOf(services.url)
    expect((await later.next('life')).lives).toMatchObject([{ id: 'e1' }])
    later.close()
  })

  test('is completed by copies that the collector dropped', async () => {
    await collect('e1')
    await collect('e1', 'e2', 'e2')
    expect((await it.next('life')).lives).toMatchObject([
      { id: uuidOf('e1'), copies: 1 },
      { id: uuidOf('e2'), copies: 1 },
    ])
  })

  test('keeps a bounded number of steps of one event, including the first', async () => {
    const step = (at: number) => ({ id: 'e1', step: at === 0 ? 'happened' : 'sent', at })
    await tell({ ...TAB, steps: Array.from({ length: 500 }, (_, at) => step(at)) })
    const [life] = (await it.next('life')).lives
    expect(life?.steps).toHaveLength(100)
    expect([life?.steps[0]?.at, life?.steps.at(-1)?.at]).toEqual([0, 499])
  })

  test.each([
    'x',
    {},
    { tab: '' },
    { ...TAB, steps: {} },
    { ...TAB, steps: [{ id: 'e', step: 'flew', at: 1 }] },
    { ...TAB, steps: [{ id: '', step: 'pending', at: 1 }] },
    { ...TAB, steps: [{ id: 'e', step: 'pending' }] },
    { ...TAB, steps: [{ id: 'e', step: 'pending', at: 1_795_228_800_000_000_000 }] },
    { ...TAB, steps: [{ id: 'e', step: 'pending', at: 1, name: 'x'.repeat(3000) }] },
    { ...TAB, identity: 1 },
    { ...TAB, page: 1 },
    { ...TAB, destinations: [1] },
    { ...TAB, steps: Array.from({ length: 5001 }, () => ({ id: 'e', step: 'pending', at: 1 })) },
  ])('is refused if it is invalid: %#', async (report) => {
    expect((await tell(report)).status).toBe(400)
  })
})

test.each([
  // A page of an earlier version, one of this version, and one of a later version.
  [{ identity: null }, undefined],
  [{ identity: null, noUser: 'signed-out' }, 'signed-out'],
  [{ identity: null, noUser: 'resolving' }, 'resolving'],
  [{ identity: null, noUser: 'failed' }, 'failed'],
  [{ identity: null, noUser: 'on-holiday' }, undefined],
  [{ identity: null, noUser: { why: 1 } }, undefined],
  [{ identity: DANA.key, noUser: 'failed' }, undefined],
])('a page that reports %j has the reason %j', async (who, noUser) => {
  const { identity: _, ...page } = TAB
  expect((await tell({ ...page, ...who, steps: [{ id: 'e1', step: 'pending', at: 1 }] })).status).toBe(202)
  const other = await consoleOf(services.url)
  const { tabs } = (await other.next('connections')).connections
  other.close()
  const [life] = (await it.next('life')).lives
  expect([tabs[0]?.noUser, life?.noUser]).toEqual([noUser, noUser])
})

describe('the connections', () => {
  test('lists the tabs, the streams and the polls, with their errors', async () => {
    await tell({ ...TAB, steps: [], error: 'The stream broke.' })
    const stream = await readEventStream(`${services.url}/eval/${ENVIRONMENT}/${encoded(DANA)}`, {
      headers: { origin: 'http://127.0.0.1:4800' },
    })
    await stream.next()
    await fetch(`${services.url}/sdk/evalx/${ENVIRONMENT}/contexts/${encoded(DANA)}`)
    await fetch(`${services.url}/sdk/evalx/${ENVIRONMENT}/contexts/${encoded({ kind: 'user' })}`)
    const seen = async () => {
      const other = await consoleOf(services.url)
      const { connections } = await other.next('connections')
      other.close()
      return connections
    }
    expect(await seen()).toMatchObject({
      tabs: [{ tab: 't1', identity: DANA.key, flags: 'live', lastError: { message: 'The stream broke.' } }],
      streams: [{ kind: 'flags', contextKey: DANA.key, origin: 'http://127.0.0.1:4800', messages: 1 }],
      polls: [
        { contextKey: '', lastStatus: 400, lastError: { message: expect.any(String) as string } },
        { contextKey: DANA.key, count: 1, lastStatus: 200 },
      ],
      totals: { streams: 1, tabs: 1 },
    })
    expect(await it.command('POST', '/console/connections/cut')).toMatchObject({ status: 200, body: { ended: 1 } })
    expect(await stream.next()).toBeUndefined()
    expect(await seen()).toMatchObject({
      streams: [{ endedAt: expect.any(Number) as number, lastError: { message: 'Closed by the services.' } }],
      totals: { streams: 0 },
    })
  })
})

test('the metrics count received events, their delay, and evaluated variations', async () => {
  await collect('a', 'b')
  await fetch(`${services.url}/vendors/datadog`, { method: 'POST', body: '{"type":"view"}' })
  await tell({ ...TAB, steps: [{ id: 'e1', step: 'acknowledged', at: 1, destination: 'otlp' }] })
  const summary = { kind: 'summary', features: { 'new-pricing': { counters: [{ variation: 1, count: 3 }] } } }
  await fetch(`${services.url}/events/bulk/${ENVIRONMENT}`, { method: 'POST', body: JSON.stringify([summary]) })
  const other = await consoleOf(services.url)
  const { samples } = await other.next('metrics')
  other.close()
  const sum = (of: (sample: (typeof samples)[number]) => number | undefined) =>
    samples.reduce((total, sample) => total + (of(sample) ?? 0), 0)
  expect(['collector', 'datadog', 'otlp'].map((name) => sum(({ received }) => received[name]))).toEqual([2, 1, 1])
  expect(sum(({ delay }) => delay?.count)).toBe(2)
  // Those of the collector, and the one that a page has reported.
  expect(sum(({ events }) => events)).toBe(3)
  expect(samples.find(({ delay }) => delay)?.delay?.p50).toBeGreaterThanOrEqual(5)
  expect(sum(({ evaluations }) => evaluations['new-pricing']?.['1'])).toBe(3)
})

test('an event counts once, however many steps and destinations it has', async () => {
  const steps = ['happened', 'completed', 'stored', 'sent', 'acknowledged'].map((step, at) => ({
    id: uuidOf('e1'),
    step,
    at,
  }))
  await tell({ ...TAB, steps: steps.slice(0, 3) })
  await tell({
    ...TAB,
    steps: steps.slice(3).flatMap((step) => ['collector', 'otlp'].map((destination) => ({ ...step, destination }))),
  })
  await collect('e1', 'e2')
  await collect('e2')
  const other = await consoleOf(services.url)
  const { samples } = await other.next('metrics')
  other.close()
  expect(samples.reduce((sum, { events }) => sum + events, 0)).toBe(2)
})

test('a batch of flag events with a repeated payload id is counted once', async () => {
  const body = JSON.stringify([{ kind: 'summary', features: { repeated: { counters: [{ variation: 1, count: 3 }] } } }])
  for (const payloadId of ['one', 'one', 'two']) {
    const headers = { 'X-LaunchDarkly-Payload-ID': payloadId }
    const { status } = await fetch(`${services.url}/events/bulk/${ENVIRONMENT}`, { method: 'POST', headers, body })
    expect(status).toBe(202)
  }
  const other = await consoleOf(services.url)
  const { samples } = await other.next('metrics')
  other.close()
  expect(samples.reduce((sum, { evaluations }) => sum + (evaluations['repeated']?.['1'] ?? 0), 0)).toBe(6)
})
