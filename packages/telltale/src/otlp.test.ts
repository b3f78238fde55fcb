import definitions from '@opentelemetry/otlp-transformer/build/src/generated/root.js'
import { describe, expect, it } from 'vitest'
import type { Person } from './core/model/identity.ts'
import { otlp, type OtlpOptions, traceContext } from './otlp.ts'
import type { Step } from './core/step.ts'
import { session } from './session.ts'
import { exposures } from './steps.ts'
import { IDA, openPageOf } from './testing/destinationPage.suite.ts'
import { launchDarklyAtOnce } from './testkit/createTelltaleAtOnce.ts'
import { testDestination } from './testkit/testDestination.ts'

/** The definitions of the protocol, as OpenTelemetry's own exporter for JavaScript has them. */
const { ExportLogsServiceRequest } = (definitions as unknown as Definitions).opentelemetry.proto.collector.logs.v1
interface Definitions {
  readonly opentelemetry: { readonly proto: { readonly collector: { readonly logs: { readonly v1: Messages } } } }
}
interface Messages {
  readonly ExportLogsServiceRequest: {
    fromObject(plain: object): object
    encode(message: object): { finish(): Uint8Array }
    decode(bytes: Uint8Array): object
    toObject(message: object, options: object): object
  }
}

const URL = 'https://otel.test/v1/logs'
const TRACE = '0af7651916cd43dd8448eb211c80319c'
const SPAN = 'b7ad6b7169203331'

type Value = Readonly<Record<string, unknown>>
type Attributes = readonly { readonly key: string; readonly value: Value }[]

interface LogRecord {
  readonly timeUnixNano: string
  readonly observedTimeUnixNano: string
  readonly severityNumber: number
  readonly eventName: string
  readonly attributes: Attributes
  readonly traceId?: string
  readonly spanId?: string
}

interface Body {
  readonly resourceLogs: readonly {
    readonly resource: { readonly attributes: Attributes }
    readonly scopeLogs: readonly {
      readonly scope: { readonly attributes: Attributes }
      readonly logRecords: readonly LogRecord[]
    }[]
  }[]
}

/** What a receiver reads: each value as JavaScript has it. */
const valuesOf = (attributes: Attributes) => Object.fromEntries(attributes.map(({ key, value }) => [key, plain(value)]))

function plain(value: Value): unknown {
  if ('kvlistValue' in value) return valuesOf((value['kvlistValue'] as { values: Attributes }).values)
  if ('arrayValue' in value) return (value['arrayValue'] as { values: Value[] }).values.map(plain)
  return 'intValue' in value ? Number(value['intValue']) : (Object.values(value)[0] ?? null)
}

/** A page that sends to a receiver of OpenTelemetry, and the records that it has sent. */
function openPage(options: Partial<OtlpOptions> = {}, page: Parameters<typeof openPageOf>[1] = {}) {
  const opened = openPageOf(otlp({ url: URL, ...options }), page)
  const bodies = () => opened.requests.filter(({ url }) => url === URL).map(({ text }) => JSON.parse(text) as Body)
  const resources = () => bodies().flatMap(({ resourceLogs }) => resourceLogs)
  const scopes = () => resources().flatMap(({ scopeLogs }) => scopeLogs)
  return {
    ...opened,
    bodies,
    scopes,
    resources: () => resources().map(({ resource }) => valuesOf(resource.attributes)),
    records: (name: string) =>
      scopes()
        .flatMap(({ logRecords }) => logRecords)
        .filter(({ eventName }) => eventName === name)
        .map(({ attributes, ...rest }) => ({ ...rest, ...valuesOf(attributes) })),
  }
}

describe('the destination of OTLP', () => {
  for (const { name, run } of testDestination(() => otlp({ url: URL }))) it(name, run)
})

describe('a log record', () => {
  it('has the name, the times and the attributes of the event', async () => {
    const page = openPage({}, { settings: { events: { steps: [session()] } } })
    await page.advance()
    const id = page.telltale.track('Quote sent', {
      total: 3,
      rate: 0.5,
      isNew: true,
      lines: [{ sku: 'a', n: null }, 2],
      none: null,
    })
    const at = page.platform.clock.now()
    await page.advance()
    const [record = expect.unreachable('no record')] = page.records('Quote sent')
    expect(record).toMatchObject({
      timeUnixNano: `${at}000000`,
      severityNumber: 9,
      total: 3,
      rate: 0.5,
      isNew: true,
      lines: [{ sku: 'a' }, 2],
      'log.record.uid': id,
      'user.id': 'ida',
      'url.full': expect.stringContaining('https://desk.test/quotes/7'),
      'session.id': expect.any(String),
      'telltale.name': 'Quote sent',
      'telltale.accounts': { organization: { key: 'acme', name: 'Acme', seats: 12 } },
    })
    expect(Number(record.observedTimeUnixNano)).toBeGreaterThanOrEqual(Number(record.timeUnixNano))
    expect(record).not.toHaveProperty('none')
  })

  it('is one that the official definitions of the protocol know, field by field', async () => {
    const page = openPage({ resource: { 'service.namespace': 'shop' } })
    page.telltale.track('one', { big: 2 ** 53, small: -1, text: 'ö\u0000', deep: { a: [[], {}, [1.5]] } })
    await page.advance()
    for (const body of page.bodies()) {
      const decoded = ExportLogsServiceRequest.decode(
        ExportLogsServiceRequest.encode(ExportLogsServiceRequest.fromObject(body)).finish(),
      )
      const again = ExportLogsServiceRequest.toObject(decoded, { longs: String, json: true }) as Body
      expect(sorted(again)).toEqual(sorted(body))
    }
  })

  it('has the visitor as long as nobody is signed in', async () => {
    const page = openPage({}, { who: null })
    page.telltale.track('one')
    await page.advance()
    expect(page.records('one')).toMatchObject([{ 'enduser.pseudo.id': expect.any(String) }])
    expect(page.records('one')[0]).not.toHaveProperty('user.id')
  })

  it('has the impersonator beside the person', async () => {
    const page = openPage({}, { who: { ...IDA, mimic_user: 'sam@support.example' } as Person })
    page.telltale.track('one')
    await page.advance()
    expect(page.records('one')).toMatchObject([{ 'user.id': 'ida', 'telltale.impersonator': 'sam@support.example' }])
  })

  it('says who it was, whatever the properties are called', async () => {
    const page = openPage()
    page.telltale.track('one', { 'user.id': 'otto', 'log.record.uid': 'x' })
    await page.advance()
    expect(page.records('one')).toMatchObject([{ 'user.id': 'ida', 'log.record.uid': expect.stringMatching(/-/) }])
  })

  it.each([
    ['vital', 'browser.web_vital', 'browser.web_vital.name', 9],
    ['error', 'exception', 'exception.type', 17],
  ] as const)('of the kind %s has the names of OpenTelemetry', async (kind, name, attribute, severityNumber) => {
    const step: Step = {
      name: 'own',
      start({ record }) {
        record('Own', { name: 'x', type: 'x', depot: 'north' }, kind)
        return () => {}
      },
    }
    const page = openPage({}, { settings: { events: { steps: [step] } } })
    await page.advance()
    expect(page.records(name)).toMatchObject([
      { severityNumber, [attribute]: 'x', depot: 'north', 'telltale.name': 'Own' },
    ])
  })

  it('belongs to the resource of the application', async () => {
    const page = openPage({ resource: { 'service.namespace': 'shop', 'service.name': 'desk-web' } })
    await page.advance()
    expect(page.resources()[0]).toMatchObject({
      'service.name': 'desk-web',
      'service.namespace': 'shop',
      'telemetry.sdk.language': 'webjs',
      'telemetry.sdk.name': 'telltale',
    })
  })
})

/** Without empty lists, which the protocol does not tell from none, and in an order that says nothing. */
const sorted = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body), (_key, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value)
            .filter(([, one]) => !(Array.isArray(one) && one.length === 0))
            .sort(([one], [other]) => (one < other ? -1 : 1)),
        )
      : value,
  )

/** Flags of the person, from a service. */
const withFlags = (details: object = PLAN) => ({
  settings: {
    flags: launchDarklyAtOnce({ clientSideId: 'env', streaming: false, bootstrap: plainFlags(details) }),
    events: { steps: [exposures()] },
  },
})
const PLAN = { variation: 1, version: 7, reason: { kind: 'RULE_MATCH' } }
const plainFlags = (plan: object) => ({ plan: 'gold', $flagsState: { plan } })

describe('flags', () => {
  it.each(['scope', 'record', 'none'] as const)('are in the place that the options say: %s', async (place) => {
    const page = openPage({ flags: place }, withFlags())
    page.telltale.track('one')
    page.telltale.track('two')
    await page.advance()
    const [record] = page.records('one')
    const scopes = page.scopes().filter(({ logRecords }) => logRecords.some(({ eventName }) => eventName === 'one'))
    const inScope = scopes.map(({ scope }) => valuesOf(scope.attributes))
    expect(inScope).toEqual([
      place === 'scope' ? { 'LDFF: plan': 'gold', 'feature_flag.set.id': expect.any(String) } : {},
    ])
    expect(record?.['LDFF: plan' as never]).toBe(place === 'record' ? 'gold' : undefined)
    if (place === 'scope') expect(scopes[0]?.logRecords.length).toBeGreaterThan(1)
  })

  it('are an evaluation by the names of OpenTelemetry when they are shown', async () => {
    const page = openPage({}, withFlags())
    await page.advance()
    page.telltale.flags.variation('plan', 'none')
    await page.advance()
    expect(page.records('feature_flag.evaluation')).toMatchObject([
      {
        'feature_flag.key': 'plan',
        'feature_flag.result.variant': '1',
        'feature_flag.result.reason': 'targeting_match',
        'feature_flag.version': '7',
        'feature_flag.context.id': 'ida',
        'telltale.kind': 'exposure',
      },
    ])
  })

  it('have the name of the variation where the flag service has names', async () => {
    const page = openPage({}, withFlags({ version: 7, reason: { kind: 'STATIC', variant: 'paid' } }))
    await page.advance()
    page.telltale.flags.variation('plan', 'none')
    await page.advance()
    expect(page.records('feature_flag.evaluation')).toMatchObject([
      { 'feature_flag.result.variant': 'paid', 'feature_flag.result.value': 'gold' },
    ])
  })
})

describe('a receiver', () => {
  it('that has rejected some records gets none of them again, and they are counted', async () => {
    const page = openPage()
    page.answers.push({ status: 200, body: { partialSuccess: { rejectedLogRecords: '1', errorMessage: 'too old' } } })
    page.telltale.track('one')
    await page.advance(600_000)
    expect(page.records('one')).toHaveLength(1)
    expect(page.telltale.diagnostics.get().dropped).toEqual({ otlp: { refused: 1 } })
    expect(page.platform.logged.join('\n')).toMatch(
      /log records that were rejected: 1\. They are not sent again: too old \(T205\)/,
    )
  })

  it.each([{}, { partialSuccess: {} }, { partialSuccess: { rejectedLogRecords: 0 } }, { partialSuccess: null }, []])(
    'that has taken all is not reported: %o',
    async (body) => {
      const page = openPage()
      page.answers.push({ status: 200, body })
      page.telltale.track('one')
      await page.advance(600_000)
      expect(page.records('one')).toHaveLength(1)
      expect(page.telltale.diagnostics.get().dropped).toEqual({})
      expect(page.platform.logged).toEqual([])
    },
  )

  it.each([429, 500, 502, 503, 504])('that answers with status %i gets the records again', async (status) => {
    const page = openPage()
    page.answers.push({ status })
    page.telltale.track('one')
    await page.advance(600_000)
    expect(page.records('one').length).toBeGreaterThan(1)
    expect(new Set(page.records('one').map((record) => record['log.record.uid' as never])).size).toBe(1)
  })
})

describe('the active span', () => {
  const trace = (traceId: string, spanId: string) => ({
    getActiveSpan: () => ({ spanContext: () => ({ traceId, spanId }) }),
  })

  it('is that of the record', async () => {
    const page = openPage({}, { settings: { events: { steps: [traceContext({ trace: trace(TRACE, SPAN) })] } } })
    page.telltale.track('one')
    await page.advance()
    expect(page.records('one')).toMatchObject([{ traceId: TRACE, spanId: SPAN }])
    expect(page.records('one')[0]).not.toHaveProperty('trace_id')
  })

  it.each([
    ['none', { getActiveSpan: () => undefined }],
    ['an invalid one', trace('0'.repeat(32), '0'.repeat(16))],
    ['a text that is no id', trace('abc', SPAN)],
    [
      'one that throws',
      {
        getActiveSpan() {
          throw new Error('no')
        },
      },
    ],
  ])('is left out if there is %s', async (_title, api) => {
    const page = openPage({}, { settings: { events: { steps: [traceContext({ trace: api as never })] } } })
    page.telltale.track('one')
    await page.advance()
    expect(page.records('one')).toHaveLength(1)
    expect(page.records('one')[0]).not.toHaveProperty('traceId')
  })

  it('has the entries of the baggage that are asked for, and no others', async () => {
    const entries: Record<string, string> = { tenant: 'acme', secret: 'x' }
    const propagation = {
      getActiveBaggage: () => ({ getEntry: (key: string) => (entries[key] ? { value: entries[key] } : undefined) }),
    }
    const step = traceContext({ trace: trace(TRACE, SPAN), propagation, baggage: ['tenant', 'absent'] })
    const page = openPage({}, { settings: { events: { steps: [step] } } })
    page.telltale.track('one')
    await page.advance()
    expect(page.records('one')).toMatchObject([{ tenant: 'acme' }])
    expect(JSON.stringify(page.bodies())).not.toContain('secret')
  })

  it('needs the trace of the API', () => {
    expect(() => traceContext({} as never)).toThrow(/T204/)
  })
})

it.each([
  [{}, 'url'],
  [{ url: URL, flags: 'resource' }, 'flags'],
  [{ url: URL, resource: 'desk' }, 'resource'],
  [{ url: URL, gzip: 1 }, 'gzip'],
])('a wrong option ends the start with its name: %o', (options, name) => {
  expect(() => otlp(options as never)).toThrow(
    new RegExp(`^Telltale cannot start\\. Set ${name} of otlp\\(.*\\) to .*\\. \\(T\\d+\\)$`),
  )
})
