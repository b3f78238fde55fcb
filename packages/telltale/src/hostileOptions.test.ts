import { describe, expect, it, test } from 'vitest'
import { createConsoleLink } from './adapters/consoleLink.ts'
import { httpDestination } from './adapters/httpDestination.ts'
import { createPageViews } from './steps/pageViews.ts'
import { collector } from './collector.ts'
import { datadog } from './datadog.ts'
import { flagSource } from './flag-source.ts'
import { heap } from './heap.ts'
import { injectedClient } from './injected.ts'
import { intercom } from './intercom.ts'
import { ofrep } from './ofrep.ts'
import { createTelltaleAtOnce, launchDarklyAtOnce } from './testkit/createTelltaleAtOnce.ts'
import { fakePlatform } from './testing/fakePlatform.ts'
import { vendor } from './vendor.ts'

// JavaScript has no compiler that checks options. One that is wrong is an error at the start that says what to do, or is reported; an
// exception of another kind never comes out, and no message contains the value.

const SECRET = 'secret-1'
type Options = Record<string, unknown>
type Part = (options: never) => unknown

/** Values by what they are. An option is wrong with each that is not in its list. */
const VALUES: Readonly<Record<string, () => unknown>> = {
  text: () => SECRET,
  empty: () => '',
  blank: () => ' ',
  zero: () => 0,
  number: () => 7,
  fraction: () => 1.5,
  negative: () => -1,
  NaN: () => NaN,
  true: () => true,
  false: () => false,
  object: () => ({ inner: SECRET }),
  list: () => [SECRET],
  function: () => () => SECRET,
  symbol: () => Symbol(SECRET),
}

interface Case {
  /** Calls the function. Returns settings with the result. */
  settings(options: unknown): Options
  options: Options
  /** The kinds of values that each option takes. */
  takes: Readonly<Record<string, string>>
}

const USUAL = { app: 'Desk', identity: { person: () => ({ unique_identity: 'ida' }) } }

const part =
  (name: string, create: unknown, isList = false) =>
  (options: unknown): Options => ({
    ...USUAL,
    [name]: isList ? [(create as Part)(options as never)] : (create as Part)(options as never),
  })

const format = { encode: () => ({ body: '', contentType: '' }) }
const noop = () => {}
const CONTEXT = { kind: 'text', hash: 'text empty blank function', hashField: 'text blank' }
const HTTP = { headers: 'object function', batchSize: 'number', gzip: 'true false', impersonation: '' }

const CASES: Readonly<Record<string, Case>> = {
  createTelltale: {
    settings: (options) => options as Options,
    options: USUAL,
    takes: {
      app: 'text',
      api: '',
      projects: 'text',
      auth: '',
      identity: '',
      flags: '',
      analytics: '',
      monitoring: '',
      messaging: '',
      destinations: '',
      observers: '',
      definitions: 'object',
      silent: 'true false',
      promotion: '',
    },
  },
  'createTelltale, app': {
    settings: (app) => ({ app }),
    options: { name: 'Desk' },
    takes: { name: 'text', platform: 'text', multiPage: 'true false', internal: 'true false' },
  },
  'createTelltale, auth': {
    settings: (auth) => ({ app: 'Desk', api: 'https://api.test', auth }),
    options: { token: () => null },
    takes: { token: 'function', idToken: 'function' },
  },
  'createTelltale, identity': {
    settings: (identity) => ({ app: 'Desk', identity }),
    options: { person: () => null },
    takes: { person: 'function' },
  },
  'createTelltale, events': {
    settings: (events) => ({ app: 'Desk', events }),
    options: {},
    takes: {
      steps: '',
      maxBytes: 'zero number fraction',
      flagsDeadlineMs: 'zero number fraction',
    },
  },
  collector: {
    settings: part('destinations', collector, true),
    options: { url: 'https://in.test' },
    takes: { ...HTTP, name: 'text', url: 'text', flagSets: 'true false' },
  },
  httpDestination: {
    settings: part('destinations', (options: never) => httpDestination(options, format), true),
    options: { name: 'own', url: 'https://in.test' },
    takes: { ...HTTP, name: 'text', url: 'text' },
  },
  'httpDestination, format': {
    settings: part('destinations', (own: never) => httpDestination({ name: 'own', url: 'https://in.test' }, own), true),
    options: { ...format },
    takes: { encode: 'function', read: 'function', sharesFlags: 'true false', reportsDropped: 'true false' },
  },
  consoleLink: {
    settings: part('observers', (options: never) => createConsoleLink(options, fakePlatform), true),
    options: { url: 'https://console.test' },
    takes: { url: 'text' },
  },
  heap: {
    settings: part('analytics', heap),
    options: {},
    takes: { instance: 'object function', impersonation: '' },
  },
  datadog: {
    settings: part('monitoring', datadog),
    options: {},
    takes: { instance: 'object function', impersonation: '' },
  },
  intercom: {
    settings: part('messaging', intercom),
    options: { appId: 'app-1' },
    takes: { appId: 'text', instance: 'function' },
  },
  vendor: {
    settings: part('analytics', vendor),
    options: { name: 'own', identify: noop, track: noop, reset: noop },
    takes: {
      name: 'text',
      impersonation: '',
      identify: 'function',
      track: 'function',
      reset: 'function',
      update: 'function',
      remembers: 'function',
      isLoaded: 'function',
      isMissing: 'function',
      accepts: 'function',
      stop: 'function',
    },
  },
  injectedClient: {
    settings: part('flags', injectedClient),
    options: { client: () => ({}) },
    takes: { client: 'object function', clientSideId: 'empty zero false', ...CONTEXT },
  },
  flagSource: {
    settings: part('flags', flagSource),
    options: { name: 'own', create: () => ({ fetch: () => new Promise(noop) }) },
    takes: {
      name: 'text',
      create: 'function',
      streaming: 'true false',
      bootstrap: 'object',
      maxCachedContexts: 'zero number fraction',
      ...CONTEXT,
    },
  },
  ofrep: {
    settings: part('flags', ofrep),
    options: { url: 'https://flags.test' },
    takes: {
      url: 'text',
      headers: 'object function',
      name: 'text',
      context: 'function',
      pollIntervalMs: 'zero number fraction',
      kind: CONTEXT.kind,
      streaming: 'true false',
      bootstrap: 'object',
      maxCachedContexts: 'zero number fraction',
    },
  },
  launchDarkly: {
    settings: part('flags', launchDarklyAtOnce),
    options: { clientSideId: 'env-1' },
    takes: {
      clientSideId: 'text',
      baseUrl: 'text empty blank',
      streamUrl: 'text empty blank',
      eventsUrl: 'text empty blank',
      streaming: 'true false',
      streamReconnectDelay: 'zero number fraction',
      bootstrap: 'object text empty blank',
      evaluationReasons: 'true false',
      useReport: 'true false',
      usePost: 'true false',
      sendEvents: 'true false',
      eventCapacity: 'number fraction',
      samplingInterval: 'zero number fraction',
      respectDoNotTrack: 'true false',
      allAttributesPrivate: 'true false',
      privateAttributes: 'list',
      diagnosticOptOut: 'true false',
      fetchGoals: 'true false',
      eventUrlTransformer: 'function',
      sendLDHeaders: 'true false',
      requestHeaderTransform: 'function',
      application: 'object',
      wrapperName: 'text empty blank',
      wrapperVersion: 'text empty blank',
      maxCachedContexts: 'zero number fraction',
      ...CONTEXT,
    },
  },
}

/** What the developer reads: the error at the start, or what is written to the console within ten seconds. */
async function readBy(settings: () => Options): Promise<{ thrown?: string; lines: string[] }> {
  const platform = fakePlatform(() => ({ status: 200, body: '{}' }))
  try {
    const layer = createTelltaleAtOnce(settings() as never, platform)
    layer.track('Quote sent')
    await platform.clock.advance(3_000)
    layer.close()
    await platform.settle()
    return { lines: platform.logged.map(String) }
  } catch (error) {
    return { thrown: String(error), lines: [] }
  }
}

const SENTENCE = /^Error: (Telltale cannot start\.|Cannot boot Launch Darkly:) [\s\S]+/

function expectHelp({ thrown, lines }: Awaited<ReturnType<typeof readBy>>, name: string, known: readonly string[]) {
  const own = lines.filter((line) => !known.includes(line))
  if (thrown === undefined) expect(own.filter((line) => line.includes(name))).toHaveLength(1)
  else expect(thrown).toMatch(SENTENCE)
  // The promotion level is no secret: T44 shows it.
  if (name !== 'promotion') expect([thrown ?? '', ...own].join('\n')).not.toContain(SECRET)
}

describe.each(Object.entries(CASES))('%s', (what, { settings, options, takes }) => {
  const names = Object.keys(takes)
  const usual = readBy(() => settings(options))
  const wrong = names.flatMap((name) =>
    Object.keys(VALUES)
      .filter((kind) => !takes[name]?.split(' ').includes(kind))
      .map((kind) => [name, kind] as const),
  )

  it('its usual options are right', async () => {
    expect((await usual).thrown).toBeUndefined()
  })

  it.each(wrong)('%s that is wrong (%s) says so', async (name, kind) => {
    const known = (await usual).lines
    expectHelp(await readBy(() => settings({ ...options, [name]: VALUES[kind]?.() })), name, known)
  })

  it.each(names)('%s whose getter throws says so', async (name) => {
    const known = (await usual).lines
    const given = Object.defineProperty({ ...options }, name, {
      enumerable: true,
      get() {
        throw new Error(SECRET)
      },
    })
    expectHelp(await readBy(() => settings(given)), name, known)
  })

  it.each(names.filter((name) => !(name in options)))('%s that is undefined is absent', async (name) => {
    const known = (await usual).lines
    const given = await readBy(() => settings({ ...options, [name]: undefined }))
    expect(given).toEqual({ lines: known })
  })

  it.each(names)('%s that is null is absent, or says that it is needed', async (name) => {
    const { thrown } = await readBy(() => settings({ ...options, [name]: null }))
    if (thrown !== undefined) expect(thrown).toMatch(SENTENCE)
  })

  it.each(['', SECRET, 7, noop, [], null, undefined])(
    'options that are no options (%s) throw nothing else',
    async (given) => {
      const { thrown = '' } = await readBy(() => settings(given))
      if (thrown !== '') expect(thrown).toMatch(SENTENCE)
      expect(thrown).not.toContain(SECRET)
    },
  )

  it('a mistyped name is reported with the one that is meant', async () => {
    if (what === 'vendor' || what === 'httpDestination, format') return
    const { lines } = await readBy(() => settings({ ...options, [SECRET]: SECRET, unknownThing: SECRET }))
    expect(lines.filter((line) => line.includes('unknownThing'))).toHaveLength(1)
  })
})

test('names that do not exist are reported with the function and the name that is meant, and without values', async () => {
  const { lines } = await readBy(() => ({
    ...USUAL,
    flgs: SECRET,
    destinations: [
      collector({ url: 'https://in.test', gizp: SECRET } as never),
      httpDestination({ name: 'own', url: 'https://own.test', flagSets: SECRET } as never, format),
    ],
    analytics: heap({ instnace: SECRET } as never),
    monitoring: datadog({ theme: SECRET } as never),
    messaging: intercom({ appId: 'app-1', appid: SECRET } as never),
    flags: injectedClient({ client: () => ({}), hashfield: SECRET } as never),
    observers: [createConsoleLink({ url: 'https://console.test', uri: SECRET } as never, fakePlatform)],
  }))
  expect(lines).toContain(
    'Telltale (settings): Unknown settings are ignored: flgs, injectedClient: hashfield (hashField?), heap: instnace, datadog: theme, intercom: appid, collector: gizp (gzip?), httpDestination: flagSets, consoleLink: uri. (T42)',
  )
})

test('what members an application’s own parts have besides is not read as options', async () => {
  const more = { http: { post: noop }, passed: true }
  const { lines, thrown } = await readBy(() => ({
    ...USUAL,
    destinations: [{ name: 'own', deliver: async () => ({ outcome: 'delivered' }), ...more }],
    observers: [
      { name: 'one', start: () => noop, passed: { table: true } },
      {
        name: 'two',
        start: () => noop,
        get passed() {
          throw new Error(SECRET)
        },
      },
    ],
  }))
  expect({ lines, thrown }).toEqual({ lines: [], thrown: undefined })
})

test('a mistyped option of flagSource is reported with the name that is meant', async () => {
  const { lines } = await readBy(() => ({
    ...USUAL,
    flags: flagSource({ name: 'own', create: () => ({}), steaming: true } as never),
  }))
  expect(lines.join()).toContain('flagSource: steaming (streaming?)')
})

test.each([
  ['heap', () => heap({ impersonation: 'supress' } as never)],
  ['datadog', () => datadog({ impersonation: 'supress' } as never)],
  [
    'vendor',
    () => vendor({ name: 'own', identify: noop, track: noop, reset: noop, impersonation: 'supress' } as never),
  ],
])('a mistyped policy for impersonation is an error at the start (%s)', (name, create) => {
  expect(create).toThrow(`Set impersonation of ${name}() to tag`)
})

test.each([
  ['supress', []],
  ['suppress', []],
  [undefined, ['Quote sent']],
  [null, ['Quote sent']],
  ['tag', ['Quote sent']],
])('events of an impersonated user are sent only by a policy that is known: %s', async (impersonation, sent) => {
  const platform = fakePlatform(() => ({ status: 200 }))
  const telltale = createTelltaleAtOnce(
    {
      app: 'Desk',
      identity: { person: () => ({ unique_identity: 'ida', mimic_user: 'support@example.com' }) },
      destinations: [collector({ url: 'https://in.test', impersonation } as never)],
    },
    platform,
  )
  telltale.track('Quote sent')
  await platform.clock.advance(1_000)
  const names = platform.transport.requests.flatMap(({ body = '' }) =>
    (JSON.parse(body) as { events: { name: string }[] }).events.map(({ name }) => name),
  )
  expect(names.filter((name) => !name.startsWith('Load'))).toEqual(sent)
  const reports = platform.logged.filter((line) => String(line).includes('(T169)'))
  expect(reports).toEqual(
    impersonation === 'supress'
      ? [
          'Telltale (settings): Set impersonation of collector() to tag, suppress or { redirect }: its value is not used. (T169)',
        ]
      : [],
  )
  telltale.close()
})

test.each([
  [{ name: 5 }, 'name of pageViews() to a text'],
  [{ pattern: '/quotes/:id' }, 'pattern of pageViews() to a function'],
  [{ until: 'fragment' }, 'until of pageViews() to path, query or hash'],
  [{ title: 'no' }, 'title of pageViews() to true or false'],
])('a wrong option of a step is reported, and views are recorded all the same: %j', async (options, words) => {
  const platform = fakePlatform(() => ({ status: 200 }))
  const step = createPageViews(options as never, { onNavigate: () => noop, read: () => '' })
  const telltale = createTelltaleAtOnce(
    {
      app: 'Desk',
      identity: { person: () => ({ unique_identity: 'ida' }) },
      destinations: [collector({ url: 'https://in.test' })],
      events: { steps: [step] },
    },
    platform,
  )
  for (let second = 0; second < 5; second += 1) await platform.clock.advance(1_000)
  expect(platform.logged).toContain(`Telltale (settings): Set ${words}: its value is not used. (T169)`)
  expect(platform.transport.requests.map(({ body }) => body).join()).toContain('Page viewed')
  telltale.close()
})

test('an option that pageViews() does not have is named with the one that may be meant', async () => {
  const platform = fakePlatform(() => ({ status: 200 }))
  const step = createPageViews({ patern: () => '' } as never, { onNavigate: () => noop, read: () => '' })
  createTelltaleAtOnce({ app: 'Desk', events: { steps: [step] } }, platform)
  await platform.clock.advance(1_000)
  expect(platform.logged.join()).toContain('pageViews: patern (pattern?)')
})
