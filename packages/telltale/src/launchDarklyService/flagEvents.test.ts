import { expect, test } from 'vitest'
import type { FakeAnswer } from '../testing/fakeTransport.ts'
import { fakeFlagService, json, type FakeFlagService } from '../testing/fakeFlagService.ts'
import type { FlagClientOptions } from '../client/flagClientOptions.ts'
import { startFlagClient } from '../client/startFlagClient.ts'

const ann = { kind: 'user', key: 'ann' }
const flag = (value: unknown, version = 1, more = {}) => ({ value, version, ...more })
const NOW = Date.UTC(2026, 0, 1)

async function start(service: FakeFlagService, options: Partial<FlagClientOptions & { context: object }> = {}) {
  const client = startFlagClient(
    { clientSideId: 'env', context: ann, diagnosticOptOut: true, fetchGoals: false, ...options },
    service.platform,
  )
  await client.waitUntilReady()
  return client
}

/** Events without the fields that they all have. */
const reported = (service: FakeFlagService, kind: string) =>
  service.events(kind).map(({ kind: _kind, creationDate: _date, context: _context, ...rest }) => rest)

test('a start and an identify are recorded as identify events, and an evaluation is counted', async () => {
  const service = fakeFlagService({ a: flag('x', 7, { flagVersion: 3, variation: 1 }), b: flag(2, 5) })
  const client = await start(service)
  client.variation('a', 'y')
  client.variation('a', 'z')
  client.variationDetail('b', 0)
  client.variation('none', 'y')
  client.variation('none', 'z')
  client.allFlags()
  await client.flush()
  const summary = {
    kind: 'summary',
    startDate: NOW,
    endDate: NOW,
    context: ann,
    features: {
      a: { default: 'y', contextKinds: ['user'], counters: [{ value: 'x', variation: 1, version: 3, count: 2 }] },
      b: { default: 0, contextKinds: ['user'], counters: [{ value: 2, version: 5, count: 1 }] },
      none: { default: 'y', contextKinds: ['user'], counters: [{ value: 'y', unknown: true, count: 2 }] },
    },
  }
  expect(service.batches()).toEqual([[{ kind: 'identify', creationDate: NOW, context: ann }, summary]])
  client.variation('a', 'q')
  await client.flush()
  expect(reported(service, 'summary')[1]?.['features']).toEqual({
    a: { default: 'q', contextKinds: ['user'], counters: [{ value: 'x', variation: 1, version: 3, count: 1 }] },
  })
})

test('each context has its summary, and a flag that changes has a counter for each version', async () => {
  const service = fakeFlagService({ a: flag(1, 1) })
  const client = await start(service, { streaming: true })
  await service.platform.settle()
  client.variation('a', 0)
  await service.send('patch', { key: 'a', ...flag(2, 2) })
  client.variation('a', 0)
  await service.send('put', { a: flag(2, 2) })
  client.variation('a', 0)
  const both = { kind: 'multi', org: { key: 'o' }, user: { key: 'u' } }
  service.flags = { a: flag(2, 2) }
  await client.identify(both)
  client.variation('a', 0)
  await client.flush()
  expect(service.events('summary').map(({ context, features }) => [context, features])).toEqual([
    [
      ann,
      {
        a: {
          default: 0,
          contextKinds: ['user'],
          counters: [
            { value: 1, version: 1, count: 1 },
            { value: 2, version: 2, count: 2 },
          ],
        },
      },
    ],
    [both, { a: { default: 0, contextKinds: ['org', 'user'], counters: [{ value: 2, version: 2, count: 1 }] } }],
  ])
  expect(service.events('identify').map(({ context }) => context)).toEqual([ann, both])
})

test('flags named like properties of a prototype are counted like any other', async () => {
  const service = fakeFlagService()
  const client = await start(service)
  for (const key of ['__proto__', 'constructor', 'toString']) expect(client.variation(key, 'no')).toBe('no')
  await client.flush()
  const features = JSON.stringify(service.events('summary')[0]?.['features'])
  expect(features.match(/"__proto__"|"constructor"|"toString"/g)).toHaveLength(3)
})

test('a tracked flag has an event for each evaluation, with the reason if it was requested or belongs to an experiment', async () => {
  const reason = { kind: 'FALLTHROUGH' }
  const service = fakeFlagService({
    a: flag('x', 7, { flagVersion: 0, variation: 1, trackEvents: true, reason }),
    b: flag('y', 2, { trackEvents: true, trackReason: true, reason }),
  })
  const client = await start(service, { evaluationReasons: true })
  client.variation('a', 'd')
  client.stringVariationDetail('a', 'd')
  client.variation('b', 'd')
  client.boolVariation('b', false)
  await client.flush()
  expect(reported(service, 'feature')).toEqual([
    { key: 'a', value: 'x', variation: 1, version: 0, default: 'd' },
    { key: 'a', value: 'x', variation: 1, version: 0, default: 'd', reason },
    { key: 'b', value: 'y', version: 2, default: 'd', reason },
    { key: 'b', value: false, version: 2, default: false, reason },
  ])
})

test('a feature event contains no attributes of an anonymous context; a debug event and a custom event do', async () => {
  const context = { kind: 'user', key: 'k', anonymous: true, name: 'n' }
  const service = fakeFlagService({ a: flag(1, 1, { trackEvents: true, debugEventsUntilDate: NOW + 1 }) })
  const client = await start(service, { context })
  client.variation('a', 0)
  client.track('t')
  await client.flush()
  const shown = (kind: string) => service.events(kind)[0]?.['context']
  expect(shown('feature')).toEqual({ kind: 'user', key: 'k', anonymous: true, _meta: { redactedAttributes: ['name'] } })
  for (const kind of ['debug', 'custom', 'identify', 'summary']) expect(shown(kind)).toEqual(context)
})

test('private attributes are in every request for flags, and in no event', async () => {
  const context = { kind: 'user', key: 'k', name: 'n', plan: 'p', _meta: { privateAttributes: ['plan'] } }
  const service = fakeFlagService()
  const client = await start(service, { context, privateAttributes: ['name'], useReport: true })
  client.track('t')
  await client.flush()
  for (const event of service.events()) {
    expect(event['context']).toEqual({ kind: 'user', key: 'k', _meta: { redactedAttributes: ['name', 'plan'] } })
  }
  expect(JSON.parse(service.platform.transport.requests[0]?.body ?? '')).toEqual(context)
})

test.each([
  ['while the date is in the future', NOW + 1000, undefined, 2],
  ['not once it is past', NOW - 1, undefined, 0],
  ["not once it is past by the service's clock", NOW + 1000, new Date(NOW + 5000).toUTCString(), 1],
  ["as before when the service's clock is behind", NOW + 1000, new Date(NOW - 5000).toUTCString(), 2],
])('a flag is debugged %s', async (_title, debugEventsUntilDate, date, count) => {
  const service = fakeFlagService({ a: flag(1, 1, { debugEventsUntilDate }) })
  service.answers.events = { status: 202, headers: date ? { date } : {} }
  const client = await start(service)
  client.variation('a', 0)
  await client.flush()
  client.variation('a', 0)
  await client.flush()
  expect(service.events('debug')).toHaveLength(count)
})

test('prerequisites are evaluated before a flag, without a fallback, and cycles are cut', async () => {
  const of = (...prerequisites: unknown[]) => flag(true, 1, { prerequisites, trackEvents: true })
  const service = fakeFlagService({
    top: of('left', 'right', 'missing', 'top'),
    left: of('base'),
    right: of('base', 'top'),
    base: of('left'),
    self: of('self', 5, null),
  })
  const client = await start(service)
  client.variation('top', false)
  await client.flush()
  expect(reported(service, 'feature').map(({ key, default: fallback }) => [key, fallback])).toEqual([
    ['base', undefined],
    ['left', undefined],
    ['left', undefined],
    ['base', undefined],
    ['right', undefined],
    ['top', false],
  ])
  const features = service.events('summary')[0]?.['features'] as Record<string, { counters: { count: number }[] }>
  expect(features['missing']).toEqual({ contextKinds: ['user'], counters: [{ unknown: true, count: 1 }] })
  expect(features['base']?.counters[0]?.count).toBe(2)
  expect(client.variation('self', false)).toBe(true)
})

test('an evaluation does a bounded amount of work, however many paths lead from one flag to another', async () => {
  const levels = Array.from({ length: 40 }, (_, level) => level)
  const below = (level: number) => (level < 39 ? [`left-${level + 1}`, `right-${level + 1}`] : [])
  const diamonds = levels.flatMap((level) =>
    ['left', 'right'].map((side) => [`${side}-${level}`, flag(true, 1, { prerequisites: below(level) })]),
  )
  const service = fakeFlagService(Object.fromEntries(diamonds))
  const client = await start(service)
  client.variation('left-0', false)
  await client.flush()
  const features = service.events('summary')[0]?.['features'] as Record<string, { counters: { count: number }[] }>
  const counts = Object.values(features).map(({ counters }) => counters[0]?.count ?? 0)
  expect(counts.reduce((sum, count) => sum + count)).toBe(1001)
  expect(service.platform.logged).toContain('Flag "left-0" has too many prerequisites: not all are counted. (T102)')
})

test('a prerequisite is recorded once for each path that leads to it', async () => {
  const service = fakeFlagService({
    top: flag(true, 1, { prerequisites: ['left', 'right'] }),
    left: flag(true, 1, { prerequisites: ['base'] }),
    right: flag(true, 1, { prerequisites: ['base'] }),
    base: flag(true, 1, { trackEvents: true }),
  })
  const client = await start(service)
  client.variation('top', false)
  await client.flush()
  expect(reported(service, 'feature').map(({ key }) => key)).toEqual(['base', 'base'])
})

test('tracked data that is not JSON is dropped without affecting other events', async () => {
  const service = fakeFlagService()
  const client = await start(service, { eventUrlTransformer: (url) => url.replace('fleet', '…') })
  const ring: Record<string, unknown> = {}
  ring['ring'] = ring
  for (const data of [false, 0, '', null, { a: [1] }, undefined]) client.track('t', data, 0)
  client.track('ring', ring)
  client.track(5 as never)
  await client.flush()
  expect(reported(service, 'custom').map(({ key, data, metricValue }) => [key, data, metricValue])).toEqual(
    [false, 0, '', null, { a: [1] }, undefined].map((data) => ['t', data, 0]),
  )
  expect(reported(service, 'custom')[0]?.['url']).toBe('https://app.test/…')
  expect(service.platform.logged).toEqual(['Custom event "5" does not exist (T112)'])
})

test.each([
  [undefined, 'https://app.test/callback#access_token=&tab=1'],
  [(url: string) => url.slice(0, 16), 'https://app.test'],
  [
    () => {
      throw new Error('no')
    },
    '',
  ],
])(
  'events contain the page URL without secrets, or as the application transforms it, and nothing throws (%#)',
  async (eventUrlTransformer, shown) => {
    const service = fakeFlagService()
    service.platform.url = 'https://app.test/callback#access_token=abc&tab=1'
    const client = await start(service, eventUrlTransformer && { eventUrlTransformer })
    client.track('t')
    await client.flush()
    expect(reported(service, 'custom')[0]?.['url']).toBe(shown)
  },
)

test('a flush is a POST with the schema and a unique id', async () => {
  const service = fakeFlagService()
  const client = await start(service, { eventsUrl: 'http://events.test/' })
  await client.flush()
  client.track('t')
  await client.flush()
  const posts = service.platform.transport.requests.filter(({ url }) => url === 'http://events.test/events/bulk/env')
  expect(posts).toHaveLength(2)
  expect(posts[0]).toMatchObject({
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-LaunchDarkly-Event-Schema': '4',
      'X-LaunchDarkly-Payload-ID': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'X-LaunchDarkly-User-Agent': expect.stringMatching(/^Telltale\/\d/),
    },
  })
  expect(posts[1]?.headers?.['X-LaunchDarkly-Payload-ID']).not.toBe(posts[0]?.headers?.['X-LaunchDarkly-Payload-ID'])
})

test('events are sent every two seconds, and no timer runs while there are none', async () => {
  const service = fakeFlagService({ a: flag(1) })
  const client = await start(service)
  await service.platform.clock.advance(1999)
  expect(service.batches()).toHaveLength(0)
  await service.platform.clock.advance(1)
  expect(service.batches()).toHaveLength(1)
  expect(service.platform.clock.pending).toBe(0)
  client.variation('a', 0)
  await service.platform.clock.advance(2000)
  expect(service.batches()).toHaveLength(2)
})

test('a hundred events are queued; further events are dropped, with one warning until there is room again', async () => {
  const service = fakeFlagService({ a: flag(1) })
  const client = await start(service, { eventCapacity: 3 })
  for (let count = 0; count < 5; count += 1) client.track(`t${count}`)
  client.variation('a', 0)
  await client.flush()
  expect(service.events().map(({ kind, key }) => key ?? kind)).toEqual(['identify', 't0', 't1', 'summary'])
  expect(service.platform.logged).toEqual(['Exceeded event queue capacity: events are dropped. (T101)'])
  for (let count = 0; count < 5; count += 1) client.track('again')
  expect(service.platform.logged).toHaveLength(2)
})

test('sampling sends a fraction of the events, and every summary', async () => {
  const service = fakeFlagService({ a: flag(1) })
  const client = await start(service, { samplingInterval: 2 })
  const numbers = [0.1, 0.9, 0.4, 0.6]
  service.platform.random.number = () => numbers.shift() ?? 0.9
  for (let count = 0; count < 4; count += 1) client.track(`t${count}`)
  client.variation('a', 0)
  await client.flush()
  expect(service.events().map(({ kind, key }) => key ?? kind)).toEqual(['t0', 't2', 'summary'])
})

test.each([{ sendEvents: false }, { respectDoNotTrack: true }])('with %j no events are sent', async (options) => {
  const service = fakeFlagService({ a: flag(1, 1, { trackEvents: true }) })
  service.platform.isDoNotTrack = true
  const client = await start(service, { ...options, diagnosticOptOut: false, fetchGoals: true })
  client.variation('a', 0)
  client.track('t')
  await client.flush()
  service.platform.mayExit()
  await service.platform.clock.advance(3_600_000)
  expect(service.platform.transport.requests).toHaveLength(1)
  await (await start(service, { respectDoNotTrack: false })).flush()
  expect(service.events('identify')).toHaveLength(1)
})

test('a batch that cannot be delivered is retried under the same id, less and less often, and reported once', async () => {
  const service = fakeFlagService()
  const ids = () =>
    service.platform.transport.requests
      .filter(({ url }) => url.includes('/bulk/'))
      .map(({ headers }) => headers?.['X-LaunchDarkly-Payload-ID'])
  service.answers.events = 'network'
  const client = await start(service)
  await service.platform.clock.advance(3_600_000)
  expect(ids().length).toBeLessThan(30)
  expect(new Set(ids()).size).toBe(1)
  expect(service.platform.logged).toEqual([
    'Flag events could not be delivered to https://events.launchdarkly.com: network error, will retry (T100)',
  ])
  client.track('later')
  delete service.answers.events
  await service.platform.clock.advance(600_000)
  expect(
    service
      .events()
      .slice(-2)
      .map(({ kind }) => kind),
  ).toEqual(['identify', 'custom'])
  expect(new Set(ids()).size).toBe(2)
  expect(service.platform.clock.pending).toBe(0)
})

test.each<[FakeAnswer & object, string[], number]>([
  [
    { status: 401 },
    ['Flag events could not be delivered to https://events.launchdarkly.com: 401, giving up permanently (T100)'],
    1,
  ],
  [
    { status: 413 },
    ['Flag events could not be delivered to https://events.launchdarkly.com: 413, some events were dropped (T100)'],
    2,
  ],
  [
    { status: 503 },
    ['Flag events could not be delivered to https://events.launchdarkly.com: 503, will retry (T100)'],
    3,
  ],
])('after the answer %j to a batch, %j is reported and %i batches are posted', async (answer, messages, posts) => {
  const service = fakeFlagService()
  service.answers.events = answer
  const client = await start(service)
  await client.flush()
  delete service.answers.events
  client.track('t')
  await service.platform.clock.advance(10_000)
  expect(service.platform.logged).toEqual(messages)
  expect(service.batches()).toHaveLength(posts)
})

test('a page that is left sends all queued events at once, including a batch that is under way', async () => {
  const service = fakeFlagService()
  const client = await start(service)
  service.answers.events = () => new Promise(() => {})
  void client.flush()
  await service.platform.settle()
  client.track('last')
  // The browser reports one exit more than once.
  service.platform.mayExit()
  service.platform.mayExit()
  const posts = service.platform.transport.requests.filter(({ url }) => url.includes('/bulk/'))
  expect(posts.map(({ keepalive }) => keepalive)).toEqual([undefined, true, true])
  expect(posts[1]?.body).toBe(posts[0]?.body)
  expect(posts[1]?.headers).toEqual(posts[0]?.headers)
  expect(posts[2]?.body).toContain('"last"')
})

test('events that a hidden page could not send are sent when it is hidden again', async () => {
  const service = fakeFlagService()
  const client = await start(service)
  service.answers.events = 'network'
  client.track('t')
  service.platform.mayExit()
  await service.platform.settle()
  service.platform.mayExit()
  expect(service.batches()).toHaveLength(2)
})

test('a page that is left sends at most 64 KiB, counted in bytes, and keeps the rest for its return', async () => {
  const service = fakeFlagService()
  const client = await start(service, { eventCapacity: 1000 })
  await client.flush()
  service.answers.events = () => new Promise(() => {})
  for (let count = 0; count < 100; count += 1) client.track(`t${count}`, 'é'.repeat(500))
  service.platform.mayExit()
  const posts = () => service.platform.transport.requests.filter(({ url }) => url.includes('/bulk/')).slice(1)
  const handedOver = posts()
  const bytes = handedOver.reduce((sum, { body }) => sum + new TextEncoder().encode(body).length, 0)
  expect(bytes).toBeLessThanOrEqual(64 * 1024)
  expect(bytes).toBeGreaterThan(48 * 1024)
  service.platform.mayExit()
  expect(posts()).toHaveLength(handedOver.length)
  delete service.answers.events
  await service.platform.clock.advance(60_000)
  const keys = new Set(posts().flatMap(({ body }) => JSON.parse(body ?? '').map(({ key }: { key: string }) => key)))
  expect(keys.size).toBe(100)
})

test('closing sends the queued events and leaves no timer behind', async () => {
  const service = fakeFlagService()
  const client = await start(service, { fetchGoals: true, diagnosticOptOut: false, streaming: true })
  client.track('last')
  await client.close()
  await service.platform.settle()
  expect(reported(service, 'custom')).toHaveLength(1)
  expect(service.platform.clock.pending).toBe(0)
  client.track('later')
  service.platform.mayExit()
  await service.platform.clock.advance(3_600_000)
  expect(reported(service, 'custom')).toHaveLength(1)
})

test('diagnostic events report the configuration once and the statistics periodically', async () => {
  const service = fakeFlagService()
  const client = await start(service, {
    diagnosticOptOut: false,
    diagnosticRecordingInterval: 5000,
    eventCapacity: 1,
    streaming: true,
    wrapperName: 'w',
  })
  client.track('dropped')
  await service.platform.clock.advance(10_000)
  const sent = service.platform.transport.requests
    .filter(({ url }) => url.endsWith('/events/diagnostic/env'))
    .map(({ body }) => JSON.parse(body ?? ''))
  const id = { diagnosticId: expect.stringMatching(/^[0-9a-f-]{36}$/), sdkKeySuffix: 'env' }
  expect(sent[0]).toMatchObject({
    kind: 'diagnostic-init',
    id,
    creationDate: NOW,
    sdk: { name: 'telltale', wrapperName: 'w' },
    configuration: { eventsCapacity: 1, streamingDisabled: false, customBaseURI: false },
    platform: { name: 'JS' },
  })
  expect(sent[1]).toEqual({
    kind: 'diagnostic',
    id,
    creationDate: NOW + 5000,
    dataSinceDate: NOW,
    droppedEvents: 1,
    eventsInLastBatch: 1,
    streamInits: [{ timestamp: NOW, failed: false, durationMillis: 0 }],
  })
  expect(sent[2]).toMatchObject({ dataSinceDate: NOW + 5000, droppedEvents: 0, streamInits: [] })
  await client.close()
})

test('diagnostic events count the events that were not JSON or exceeded the maximum number of batches', async () => {
  const service = fakeFlagService()
  service.answers.events = () => new Promise(() => {})
  const client = await start(service, { diagnosticOptOut: false, diagnosticRecordingInterval: 5000 })
  client.track('no JSON', { big: 1n })
  for (let count = 0; count < 66; count += 1) {
    client.track(`t${count}`, 'x'.repeat(16_000))
    service.platform.mayExit()
  }
  await service.platform.clock.advance(5000)
  const sent = service.platform.transport.requests
    .filter(({ url }) => url.endsWith('/events/diagnostic/env'))
    .map(({ body }) => JSON.parse(body ?? ''))
  expect(sent[1]).toMatchObject({ droppedEvents: 3 })
  await client.close()
})

test('goals record a page view once for each URL, and clicks on matching elements, and nothing after close', async () => {
  const service = fakeFlagService()
  service.answers.goals = json([
    { key: 'quote', kind: 'pageview', urls: [{ kind: 'substring', substring: '/quote' }] },
    { key: 'buy', kind: 'click', selector: '.buy', urls: [{ kind: 'substring', substring: '/quote' }] },
    'garbage',
    { key: 'bad', kind: 'pageview', urls: 'garbage' },
    { key: 'worse', kind: 'pageview', urls: [null, 'garbage'] },
  ])
  const { platform } = service
  const client = startFlagClient({ clientSideId: 'env', context: ann, diagnosticOptOut: true }, platform)
  let isReady = false
  client.on('goalsReady', () => (isReady = true))
  await platform.settle()
  expect(isReady).toBe(true)
  platform.click('.buy')
  platform.url = 'https://app.test/quote/1'
  await platform.clock.advance(300)
  await platform.clock.advance(900)
  platform.click('.buy')
  platform.click('.other')
  platform.url = 'https://app.test/quote/2'
  platform.navigate()
  await client.flush()
  const goals = service.events().filter(({ kind }) => kind === 'pageview' || kind === 'click')
  expect(goals.map(({ creationDate: _date, ...rest }) => rest)).toEqual([
    { kind: 'pageview', key: 'quote', url: 'https://app.test/quote/1', contextKeys: { user: 'ann' } },
    { kind: 'click', key: 'buy', url: 'https://app.test/quote/1', selector: '.buy', contextKeys: { user: 'ann' } },
    { kind: 'pageview', key: 'quote', url: 'https://app.test/quote/2', contextKeys: { user: 'ann' } },
  ])
  await client.close()
  await platform.settle()
  expect(platform.clock.pending).toBe(0)
  const count = platform.transport.requests.length
  platform.url = 'https://app.test/quote/3'
  platform.navigate()
  platform.click('.buy')
  await platform.clock.advance(60_000)
  expect(platform.transport.requests).toHaveLength(count)
})

test('without goals the URL is not watched', async () => {
  const service = fakeFlagService()
  const client = await start(service, { fetchGoals: true })
  await client.flush()
  await service.platform.settle()
  expect(service.platform.clock.pending).toBe(0)
})
