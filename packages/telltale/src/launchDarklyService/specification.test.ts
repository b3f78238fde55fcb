import { describe, expect, it } from 'vitest'
import type { FlagClientOptions } from '../client/flagClientOptions.ts'
import { startFlagClient } from '../client/startFlagClient.ts'
import { shareStream } from '../flags/shareStream.ts'
import { fakeFlagService, json, type FakeFlagService } from '../testing/fakeFlagService.ts'
import { fakeClock, settle } from '../testing/fakePlatform.ts'

/** The specification's sentences about the flag service, in its own words and numbers, where no other test checks them literally. */

const ann = { kind: 'user', key: 'ann' }
const flag = (value: unknown, version = 1) => ({ value, version })

function start(service: FakeFlagService, options: Partial<FlagClientOptions> = {}) {
  const client = startFlagClient(
    { clientSideId: 'env', context: ann, diagnosticOptOut: true, fetchGoals: false, ...options },
    service.platform,
  )
  const errors: string[] = []
  client.on('error', ({ name }) => errors.push(name))
  return { client, errors, clock: service.platform.clock }
}

describe('states and transitions (§4)', () => {
  it('initialising leads to failed, and ready is signalled then too', async () => {
    const service = fakeFlagService()
    service.answers.poll = { status: 401 }
    const { client } = start(service)
    const reported: string[] = []
    client.on('initialized', () => reported.push('initialized'))
    client.on('failed', ({ name }) => reported.push(`failed: ${name}`))
    client.on('ready', () => reported.push('ready'))
    await service.platform.settle()
    expect(reported).toEqual(['failed: LaunchDarklyFlagFetchError', 'ready'])
  })

  it('streaming connects when change listeners exist or streaming is enabled, and disconnects otherwise', async () => {
    const service = fakeFlagService()
    const { client } = start(service)
    const openStreams = async () => {
      await service.platform.settle()
      return service.platform.transport.requests.filter(
        ({ url, signal }) => url.includes('/eval/') && signal?.aborted === false,
      ).length
    }
    const listener = () => {}
    expect(await openStreams()).toBe(0)
    client.on('change', listener)
    expect(await openStreams()).toBe(1)
    client.off('change', listener)
    expect(await openStreams()).toBe(0)
    client.setStreaming(true)
    expect(await openStreams()).toBe(1)
    client.setStreaming(undefined)
    expect(await openStreams()).toBe(0)
    client.setStreaming(true)
    expect(await openStreams()).toBe(1)
    await client.close()
    expect(await openStreams()).toBe(0)
  })

  it.each([
    ...[401, 402, 403, 404, 405, 409, 410, 422, 451, 499].map((status) => [status, false] as const),
    ...[301, 400, 408, 429, 500, 502, 503, 504].map((status) => [status, true] as const),
  ])('status %i: the stream continues, and events are posted again: %s', async (status, isRecoverable) => {
    const service = fakeFlagService()
    service.answers.stream = service.answers.events = { status }
    const { client, clock } = start(service, { streaming: true })
    await client.flush()
    client.track('later')
    await clock.advance(60_000)
    expect(service.urls('stream').length > 1).toBe(isRecoverable)
    expect(service.urls('events').length > 1).toBe(isRecoverable)
    await client.close()
  })
})

describe('the calls (§7)', () => {
  it('the calls (§7) go to these addresses', async () => {
    const service = fakeFlagService()
    const { client } = start(service, {
      baseUrl: 'https://base.test',
      streamUrl: 'https://stream.test',
      eventsUrl: 'https://events.test',
      diagnosticOptOut: false,
      fetchGoals: true,
      streaming: true,
    })
    await client.waitUntilReady()
    await client.flush()
    const encoded = btoa(JSON.stringify(ann))
    const asked = service.platform.transport.requests.map(({ method = 'GET', url }) => `${method} ${url}`)
    expect(asked.sort()).toEqual([
      'GET https://base.test/sdk/evalx/env/contexts/' + encoded,
      'GET https://base.test/sdk/goals/env',
      'GET https://stream.test/eval/env/' + encoded,
      'POST https://events.test/events/bulk/env',
      'POST https://events.test/events/diagnostic/env',
    ])
    await client.close()
  })
})

describe('the error catalogue (§8)', () => {
  it.each([201, 203, 206, 304, 500])('flag fetch error: status %i, even with flags in its body', async (status) => {
    const service = fakeFlagService()
    service.answers.poll = { ...(json({ a: flag(1) }) as object), status }
    const { client, errors, clock } = start(service)
    await clock.advance(5_000)
    expect(errors).toEqual(['LaunchDarklyFlagFetchError'])
    expect(client.allFlags()).toEqual({})
    await client.close()
  })

  it('flag fetch error: a response that is not JSON', async () => {
    const service = fakeFlagService()
    service.answers.poll = { status: 200, headers: { 'content-type': 'text/plain' }, body: '{"a":{"value":1}}' }
    const { client, errors, clock } = start(service)
    await clock.advance(5_000)
    expect(errors).toEqual(['LaunchDarklyFlagFetchError'])
    await client.close()
  })

  it('invalid context, event key and data, and an unexpected response on event post, are errors of their own', async () => {
    const service = fakeFlagService()
    const { client, errors } = start(service, { streaming: true })
    await client.waitUntilReady()
    await client.identify({}).catch(() => {})
    client.track(5 as never)
    await service.send('put', null)
    service.answers.events = { status: 500 }
    await client.flush()
    expect(errors).toEqual([
      'LaunchDarklyInvalidUserError',
      'LaunchDarklyInvalidEventKeyError',
      'LaunchDarklyInvalidDataError',
      'LaunchDarklyUnexpectedResponseError',
    ])
    await client.close()
  })
})

describe('the constants (§9)', () => {
  it('flag event queue capacity: 100', async () => {
    const service = fakeFlagService()
    const { client } = start(service)
    await client.waitUntilReady()
    for (let count = 0; count < 150; count += 1) client.track('t')
    await client.flush()
    expect(service.events()).toHaveLength(100)
    await client.close()
  })

  it.each([
    [undefined, 900_000],
    [1, 2_000],
    [5_000, 5_000],
  ])('diagnostic interval: 900000 ms, minimum 2000: for %s it is %i', async (given, interval) => {
    const service = fakeFlagService()
    const { client, clock } = start(service, {
      diagnosticOptOut: false,
      ...(given && { diagnosticRecordingInterval: given }),
    })
    await clock.advance(interval - 1)
    expect(service.urls('diagnostic')).toHaveLength(1)
    await clock.advance(1)
    expect(service.urls('diagnostic')).toHaveLength(2)
    await client.close()
  })

  it('stream read timeout: 300000 ms', async () => {
    const service = fakeFlagService()
    const { client, clock } = start(service, { streaming: true })
    await service.platform.settle()
    const stream = service.platform.transport.requests.find(({ url }) => url.includes('/eval/'))
    await clock.advance(299_999)
    expect(stream?.signal?.aborted).toBe(false)
    await clock.advance(1)
    expect(stream?.signal?.aborted).toBe(true)
    await client.close()
  })

  it.each([
    [undefined, 2_000],
    [1, 2_000],
    [3_000, 3_000],
  ])('flush interval: 2000 ms, which is also the minimum: for %s it is %i', async (given, interval) => {
    const service = fakeFlagService()
    const { client, clock } = start(service, given === undefined ? {} : { flushInterval: given })
    await clock.advance(interval - 1)
    expect(service.batches()).toHaveLength(0)
    await clock.advance(1)
    expect(service.batches()).toHaveLength(1)
    await client.close()
  })

  it.each([
    ['the random number is 0', 0, [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]],
    ['the random number is almost 1', 1, [500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000]],
  ])(
    'stream reconnect delay: starts at 1000 ms and doubles, capped at 30000 ms, with jitter of up to half: %s',
    async (_title, random, delays) => {
      const service = fakeFlagService()
      service.answers.stream = { status: 503 }
      service.platform.random.number = () => random
      const { client, clock } = start(service, { streaming: true })
      await service.platform.settle()
      for (const [index, delay] of delays.entries()) {
        await clock.advance(delay - 1)
        expect(service.urls('stream')).toHaveLength(index + 1)
        await clock.advance(1)
        expect(service.urls('stream')).toHaveLength(index + 2)
      }
      await client.close()
    },
  )

  it('goal URL polling: every 300 ms', async () => {
    const service = fakeFlagService()
    service.answers.goals = json([{ key: 'g', kind: 'pageview', urls: [{ kind: 'substring', substring: '/quote' }] }])
    const { client, clock } = start(service, { fetchGoals: true })
    await service.platform.settle()
    const views = async () => {
      await client.flush()
      return service.events('pageview').length
    }
    service.platform.url = 'https://app.test/quote/1'
    await clock.advance(299)
    expect(await views()).toBe(0)
    await clock.advance(1)
    expect(await views()).toBe(1)
    service.platform.url = 'https://app.test/quote/2'
    await clock.advance(299)
    expect(await views()).toBe(1)
    await clock.advance(1)
    expect(await views()).toBe(2)
    await client.close()
  })

  it.each([
    [64, true],
    [65, false],
  ])('tag values: at most 64 characters: %i are sent: %s', async (length, isSent) => {
    const service = fakeFlagService()
    const id = 'x'.repeat(length)
    const { client } = start(service, { application: { id } })
    await client.waitUntilReady()
    const headers = isSent ? { 'X-LaunchDarkly-Tags': `application-id/${id}` } : {}
    expect(service.platform.transport.requests[0]?.headers).toEqual(headers)
    await client.close()
  })

  it.each([
    [5, 0],
    [5.001, 1],
  ])('initialisation wait: 5 s or less is recommended: %d s give %i warnings', async (seconds, warnings) => {
    const service = fakeFlagService()
    const { client } = start(service)
    await client.waitForInitialization(seconds)
    expect(service.platform.logged).toHaveLength(warnings)
    await client.close()
  })

  it('event sampling is disabled by default', async () => {
    const service = fakeFlagService()
    service.platform.random.number = () => 0.999
    const { client } = start(service)
    await client.waitUntilReady()
    for (let count = 0; count < 50; count += 1) client.track('t')
    await client.flush()
    expect(service.events('custom')).toHaveLength(50)
    await client.close()
  })
})

describe('cross-tab messaging timings (§9)', () => {
  /** A tab, with the other tabs of the browser replaced by fakes. */
  function tab({ isAlone }: { isAlone: boolean }) {
    const clock = fakeClock()
    const ending = new AbortController()
    const said: number[] = []
    const lookedAt: number[] = []
    const streamedAt: number[] = []
    let hear = (_message: string) => {}
    const stream = async (_onMessage: unknown, signal: AbortSignal) => {
      streamedAt.push(clock.now())
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    }
    const began = clock.now()
    void shareStream(
      { url: 'https://stream.test/eval/env/abc' },
      {
        clock,
        stream,
        onMessage: () => {},
        onMissed: () => {},
        hasMissed: true,
        tabs: {
          running: async () => [],
          onStored: () => () => {},
          async whileAlone(_name, signal, task) {
            lookedAt.push(clock.now() - began)
            if (isAlone) await task(signal)
            return isAlone
          },
        },
        channel(_name, { onMessage }) {
          hear = onMessage
          return () => void said.push(clock.now() - began)
        },
      },
      ending.signal,
    )
    return { clock, said, lookedAt, streamedAt, hear: (message: string) => hear(message), stop: () => ending.abort() }
  }

  it('45 s: the interval at which the tab that holds the stream sends a heartbeat', async () => {
    const { clock, said, stop } = tab({ isAlone: true })
    await clock.advance(100_000)
    expect(said).toEqual([0, 45_000, 90_000])
    stop()
    await settle()
  })

  it('60 s: the interval at which the other tabs try to take over the stream', async () => {
    const { clock, lookedAt, hear, stop } = tab({ isAlone: false })
    for (let minute = 0; minute < 3; minute += 1) {
      await clock.advance(60_000)
      hear('alive')
    }
    // Shortly after each attempt they try again, because a tab that closes releases the stream only then.
    expect(lookedAt).toEqual([0, 200, 60_400, 120_600])
    stop()
    await settle()
  })

  it.each([
    [600, 1],
    [601, 0],
  ])(
    '2 min: how long the other tabs rely on a holder whose last message came after %i ms: streams of their own: %i',
    async (ms, own) => {
      const { clock, streamedAt, hear, stop } = tab({ isAlone: false })
      await clock.advance(ms)
      hear('alive')
      await clock.advance(120_600 - ms)
      expect(streamedAt).toHaveLength(own)
      stop()
      await settle()
    },
  )
})
