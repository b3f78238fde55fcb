import { describe, expect, it } from 'vitest'
import { createHttp } from '../core/http/http.ts'
import type { Json } from '../core/model/json.ts'
import type { CreateFlagSource, FlagSource } from '../flags/flagSource.ts'
import { POLL_DEFAULTS } from '../launchDarklyService/flagSettings.ts'
import { INTERVAL_MS, jsonSource } from '../flags/jsonSource.suite.ts'
import { launchDarklySource } from '../launchDarklyService/launchDarklySource.ts'
import { createFlagStream } from '../launchDarklyService/streamFlags.ts'
import type { HttpRequest } from '../core/ports/transport.ts'
import { followChanges } from '../ofrep/followChanges.ts'
import { ofrepContext } from '../ofrep/ofrepContext.ts'
import { ofrepSource } from '../ofrep/ofrepSource.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'
import { fakeStream, type FakeAnswer } from '../testing/fakeTransport.ts'
import { testFlagSource, type FlagSourceOnTest } from './testFlagSource.ts'

type Values = Readonly<Record<string, Json>>

/** A service whose answers `answer` makes. */
function service(answer: (url: string, request: HttpRequest) => FakeAnswer) {
  const served = new Map<string, Values>()
  let condition: 'well' | 'fails' | 'hangs' = 'well'
  const platform = fakePlatform((request) => {
    if (condition === 'hangs') return new Promise<never>(() => {})
    return condition === 'fails' ? { status: 503 } : answer(request.url, request)
  })
  return { platform, http: createHttp(platform), served, behave: (how: typeof condition) => void (condition = how) }
}

function jsonOnTest(): FlagSourceOnTest {
  const { platform, http, served, behave } = service((url) => ({
    status: 200,
    body: served.get(new URL(url).searchParams.get('user') ?? '') ?? {},
  }))
  return {
    create: jsonSource('https://flags.test/', { http, clock: platform.clock }),
    serve: (key, values) => void served.set(key, values),
    behave,
    pass: () => platform.clock.advance(INTERVAL_MS),
  }
}

function launchDarklyOnTest(): FlagSourceOnTest {
  const streams = new Set<ReturnType<typeof fakeStream>>()
  let version = 1
  const keyIn = (url: string) => JSON.parse(atob(url.split('/').pop() ?? '')).key as string
  const flagsOf = (values: Values = {}) =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { value, version }]))
  const { platform, http, served, behave } = service((url) => {
    if (!url.startsWith('https://stream.test')) return { status: 200, body: flagsOf(served.get(keyIn(url))) }
    const stream = fakeStream()
    streams.add(stream)
    return { status: 200, chunks: stream.chunks }
  })
  const openStream = createFlagStream({
    platform: { ...platform, http },
    share: undefined,
    settings: { streamUrl: 'https://stream.test', streamReconnectDelay: 1000, clientSideId: 'env' },
    onStreamInit() {},
    report() {},
  })
  const settings = { ...POLL_DEFAULTS, clientSideId: 'env', baseUrl: 'https://flags.test' }
  return {
    // What the service sends has more fields, which are read one by one.
    create: launchDarklySource(settings, http, { openStream }) as object as CreateFlagSource,
    serve(key, values) {
      served.set(key, values)
      version += 1
      for (const stream of streams) stream.push(`event: put\ndata: ${JSON.stringify(flagsOf(values))}\n\n`)
    },
    behave,
    pass: platform.settle,
  }
}

function ofrepOnTest(): FlagSourceOnTest {
  const streams = new Set<ReturnType<typeof fakeStream>>()
  const { platform, http, served, behave } = service((_url, { method, body = '' }) => {
    if (method === 'POST') {
      const all = Object.entries(served.get(JSON.parse(body).context.targetingKey) ?? {})
      const flags = all.map(([key, value]) => ({ key, value, reason: 'STATIC', variant: 'any' }))
      const etag = JSON.stringify(flags)
      return { status: 200, headers: { etag }, body: { flags, eventStreams: [{ type: 'sse', url: '/stream' }] } }
    }
    const stream = fakeStream()
    streams.add(stream)
    return { status: 200, chunks: stream.chunks }
  })
  const following = followChanges({ platform, http, pollIntervalMs: undefined, report() {} })
  const server = { url: 'https://flags.test', headers: undefined, resolve: (path: string) => path }
  return {
    create: (user, _signature, whole = user) =>
      ofrepSource(ofrepContext(user, whole), { server, http, report() {}, follow: following.streams }),
    serve(key, values) {
      served.set(key, values)
      for (const stream of streams) stream.push('data: {"type":"refetchEvaluation"}\n\n')
    },
    behave,
    pass: () => platform.clock.advance(100),
  }
}

describe.each([
  ['LaunchDarkly', launchDarklyOnTest],
  ['OFREP', ofrepOnTest],
  ['a JSON endpoint', jsonOnTest],
])('the source of %s', (_name, start) => {
  for (const { name, run } of testFlagSource(start)) it(name, run)
})

it('a source that cannot be followed passes', async () => {
  const withoutFollow: CreateFlagSource = (context, signature) => ({
    fetch: jsonOnTest().create(context, signature).fetch,
  })
  const checks = testFlagSource(() => ({ ...jsonOnTest(), create: withoutFollow })).filter(({ name }) =>
    name.includes('followed'),
  )
  expect(checks).toHaveLength(2)
  for (const { run } of checks) await run()
})

/** A right source with one defect. */
const broken = (
  change: (source: FlagSource, all: { create: CreateFlagSource; signature: string }) => Partial<FlagSource>,
): (() => FlagSourceOnTest) => {
  return () => {
    const right = jsonOnTest()
    const create: CreateFlagSource = (context, signature) => {
      const source = right.create(context, signature)
      return { ...source, ...change(source, { create: right.create, signature }) }
    }
    return { ...right, create }
  }
}

const BROKEN: Readonly<Record<string, () => FlagSourceOnTest>> = {
  'a source fetches all flags of its context': broken(() => ({
    fetch: async () => ({ flags: { size: { value: 2 } } }),
  })),
  'a source has no flags of another context': broken((_source, { create, signature }) => ({
    fetch: create({ kind: 'user', key: 'ann' }, signature).fetch,
  })),
  'a source that fetches again has the flags of that time': broken(({ fetch }) => {
    let first: ReturnType<typeof fetch> | undefined
    return { fetch: (signal) => (first ??= fetch(signal)) }
  }),
  'a source that cannot fetch says so, and does not answer with flags': broken(({ fetch }) => ({
    async fetch(signal) {
      const answer = await fetch(signal)
      return 'error' in answer ? { flags: {} } : answer
    },
  })),
  'a source fetches again after a failure': broken(({ fetch }) => {
    let failure: Awaited<ReturnType<typeof fetch>> | undefined
    return {
      async fetch(signal) {
        const answer = failure ?? (await fetch(signal))
        if ('error' in answer) failure = answer
        return answer
      },
    }
  }),
  'a request ends when its signal aborts': broken(({ fetch }) => ({
    fetch: () => fetch(new AbortController().signal),
  })),
  'a source that is followed passes a change on': broken(() => ({ follow() {} })),
  'a source is silent when it is no longer followed': broken(({ follow }) => ({
    follow: (on) => follow?.(on, new AbortController().signal),
  })),
}

it('there is a broken source for each check', () => {
  expect(testFlagSource(jsonOnTest).map(({ name }) => name)).toEqual(Object.keys(BROKEN))
})

it.each(Object.keys(BROKEN))('a broken source fails the check: %s', async (name) => {
  const start = BROKEN[name] ?? jsonOnTest
  const check = testFlagSource(start).find((one) => one.name === name)
  await expect(check?.run()).rejects.toThrow(/^The .*\.|^The source has no flags/)
})
