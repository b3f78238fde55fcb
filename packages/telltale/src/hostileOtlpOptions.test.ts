import { describe, expect, it } from 'vitest'
import { errors } from './errors.ts'
import { otlp, traceContext } from './otlp.ts'
import { redact } from './redact.ts'
import { fakeDisk } from './testing/fakeDisk.ts'
import { fakePlatform } from './testing/fakePlatform.ts'
import { openOtlpPage as openPage, OTLP_URL } from './testing/otlpPage.suite.ts'
import { consentAtOnce, launchDarklyAtOnce } from './testkit/createTelltaleAtOnce.ts'

// Options, consent and secrets with `otlp()`, by its documentation.

const circular: Record<string, unknown> = {}
circular['self'] = circular

describe('the resource', () => {
  it.each<[resource: object]>([
    [{ a: () => 1 }],
    [{ a: Symbol('a') }],
    [{ a: null, b: undefined }],
    [JSON.parse('{"__proto__": "x", "constructor": "y"}') as object],
    [{ 'service.name': null }],
    [Object.freeze({ deep: [{ a: [1] }] })],
  ])('may have values that nobody would pass, and events arrive: %#', async (resource) => {
    const page = openPage({ resource: resource as never })
    page.telltale.track('one')
    await page.advance()
    expect(page.records('one')).toHaveLength(1)
  })

  it.each([circular, { a: 5n }])('that JSON cannot hold ends the start: %#', (resource) =>
    expect(() => otlp({ url: OTLP_URL, resource: resource as never })).toThrow(/resource/),
  )
})

describe('traceContext()', () => {
  const span = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) }
  const trace = { getActiveSpan: () => ({ spanContext: () => span }) }
  const baggageOf = (getEntry: (key: string) => unknown) => ({ getActiveBaggage: () => ({ getEntry }) }) as never
  it.each<[title: string, options: object]>([
    ['a span without a context', { trace: { getActiveSpan: () => ({ spanContext: () => null }) } }],
    ['a context of numbers', { trace: { getActiveSpan: () => ({ spanContext: () => ({ traceId: 1, spanId: {} }) }) } }],
    [
      'capital letters',
      {
        trace: { getActiveSpan: () => ({ spanContext: () => ({ traceId: 'A'.repeat(32), spanId: 'B'.repeat(16) }) }) },
      },
    ],
    [
      'baggage that throws',
      { trace, baggage: ['a'], propagation: { getActiveBaggage: () => JSON.parse('{') as never } },
    ],
    ['an entry that throws', { trace, baggage: ['a'], propagation: baggageOf(() => JSON.parse('{')) }],
    ['an entry that is null', { trace, baggage: ['__proto__', 'a'], propagation: baggageOf(() => null) }],
    ['an entry with an object', { trace, baggage: ['a'], propagation: baggageOf(() => ({ value: circular })) }],
    ['an application that has no baggage', { trace, baggage: ['a'] }],
  ])('with %s holds back no event', async (_title, options) => {
    const page = openPage({}, { settings: { events: { steps: [traceContext(options as never)] } } })
    page.telltale.track('one', { mine: 1 })
    await page.advance()
    expect(page.records('one')).toMatchObject([{ mine: '1' }])
  })

  it('replaces no property of the application that is called trace_id and is no trace', async () => {
    const page = openPage()
    page.telltale.track('one', { trace_id: 'mine', span_id: 7 })
    await page.advance()
    expect(page.records('one')).toMatchObject([{ trace_id: 'mine', span_id: '7' }])
  })
})

it('consent that is not given yet, or is denied, lets no record go', async () => {
  const disk = fakeDisk()
  const page = openPage({}, { settings: { consent: consentAtOnce({}, fakePlatform(undefined, disk)) }, disk })
  page.telltale.track('one')
  await page.advance()
  expect(page.texts()).toEqual([])
  page.telltale.consent?.set({ analytics: true })
  await page.advance()
  expect(page.records('one')).toHaveLength(1)
  page.telltale.consent?.set({ analytics: false })
  page.telltale.track('two')
  await page.advance(600_000)
  expect(page.records('two')).toEqual([])
})

it('redact() leaves no secret of an error, a flag or a property in a record', async () => {
  const [mail, card, key] = ['ann@example.com', '4111 1111 1111 1111', 'sk_live_4eC39HqLyjWDarjtT1zdp7dc']
  const step = errors()
  const page = openPage(
    { flags: 'scope' },
    {
      settings: {
        flags: launchDarklyAtOnce({ clientSideId: 'env', bootstrap: { support: mail } }),
        events: { steps: [step, redact()] },
      },
    },
  )
  await page.advance()
  step.capture(new Error(`${mail} ${card}`, { cause: new Error(key) }))
  step.capture({ [key]: 1, [card]: 2 })
  page.telltale.track(`to ${mail}`, { [mail]: card })
  await page.advance()
  expect(page.records('exception')).toHaveLength(2)
  for (const secret of [mail, card, key]) expect(page.texts().join()).not.toContain(secret)
})
