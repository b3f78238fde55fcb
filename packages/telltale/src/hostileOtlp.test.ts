import { describe, expect, it } from 'vitest'
import { errors } from './errors.ts'
import type { Person } from './core/model/identity.ts'
import { otlp } from './otlp.ts'
import { commonProperties } from './steps.ts'
import { IDA } from './testing/destinationPage.suite.ts'
import { openOtlpPage as openPage, OTLP_URL } from './testing/otlpPage.suite.ts'
import { launchDarklyAtOnce } from './testkit/createTelltaleAtOnce.ts'

// What nobody expects of a sender or a receiver of OTLP, by the documentation of `otlp()`.

const OTTO = { unique_identity: 'otto' } as Person
const AS_IDA = { ...IDA, mimic_user: 'sam@support.example' } as Person

describe('the attributes of a record', () => {
  const KNOWN = ['user.id', 'log.record.uid', 'url.full', 'telltale.page.id', 'telltale.page.number', 'telltale.name']

  it('have each name once, whatever the properties are called', async () => {
    const page = openPage(
      { flags: 'record' },
      { settings: { flags: launchDarklyAtOnce({ clientSideId: 'env', bootstrap: { plan: 'gold' } }) } },
    )
    await page.advance()
    page.telltale.track('one', {
      ...Object.fromEntries(KNOWN.map((name) => [name, 'x'])),
      ...JSON.parse('{"__proto__": 1, "constructor": 2}'),
      'LDFF: plan': 'x',
    } as never)
    await page.advance()
    const keys = page.keys('one')
    expect(keys).toEqual([...new Set(keys)])
    expect(keys).toEqual(expect.arrayContaining([...KNOWN, '__proto__', 'constructor', 'LDFF: plan']))
    for (const name of KNOWN) expect(page.records('one')[0]?.[name]).not.toBe('x')
  })

  it('have no empty name, which OpenTelemetry forbids', async () => {
    const page = openPage()
    page.telltale.track('one', { '': 1, deep: { '': 2, a: 3 } })
    await page.advance()
    expect(page.texts().join()).not.toContain('"key":""')
  })

  it.each(['session.id', 'url.template'])(
    'have the property %s if the layer knows nothing of this name',
    async (name) => {
      const page = openPage()
      page.telltale.track('one', { [name]: 'mine' })
      await page.advance()
      expect(page.records('one')[0]).toHaveProperty([name], 'mine')
    },
  )

  it.each<[value: unknown, written: object]>([
    [-0, { intValue: '0' }],
    [2 ** 53, { doubleValue: 2 ** 53 }],
    [1e300, { doubleValue: 1e300 }],
    [5e-324, { doubleValue: 5e-324 }],
    [new Date(0), { stringValue: '1970-01-01T00:00:00.000Z' }],
    ['', { stringValue: '' }],
    [[], { arrayValue: { values: [] } }],
    [[[null]], { arrayValue: { values: [{ arrayValue: { values: [{}] } }] } }],
    [{}, { kvlistValue: { values: [] } }],
  ])('have the type of %j', async (value, written) => {
    const page = openPage()
    page.telltale.track('one', { value } as never)
    await page.advance()
    const [record] = page
      .scopes()
      .flatMap(({ logRecords }) => logRecords.filter(({ eventName }) => eventName === 'one'))
    expect(record?.attributes.find(({ key }) => key === 'value')?.value).toEqual(written)
  })

  it.each(['record', 'scope'] as const)(
    'have the same name for an error as for any other event, if the property is that of all events (flags: %s)',
    async (flags) => {
      const step = errors()
      const page = openPage(
        { flags },
        {
          settings: {
            flags: launchDarklyAtOnce({ clientSideId: 'env', bootstrap: { plan: 'gold' } }),
            events: { steps: [step, commonProperties(() => ({ depot: 'north' }))] },
          },
        },
      )
      await page.advance()
      step.capture(new Error('no'))
      page.telltale.track('one')
      await page.advance()
      const shared = { depot: 'north', ...(flags === 'record' && { 'LDFF: plan': 'gold' }) }
      expect(page.records('one')).toMatchObject([shared])
      expect(page.records('exception')).toMatchObject([shared])
    },
  )
})

it('each person of a batch has records of their own', async () => {
  const page = openPage()
  for (const [name, who] of [
    ['a', IDA],
    ['b', OTTO],
    ['c', AS_IDA],
    ['d', null],
  ] as const) {
    page.be(who)
    await page.advance(0)
    page.telltale.track(name)
  }
  await page.advance()
  const people = ['a', 'b', 'c', 'd'].flatMap((name) =>
    page.records(name).map((one) => [one['user.id'], one['telltale.impersonator']]),
  )
  expect(people).toEqual([
    ['ida', undefined],
    ['otto', undefined],
    ['ida', 'sam@support.example'],
    [undefined, undefined],
  ])
})

describe('during an impersonation', () => {
  it('nothing is sent with suppress', async () => {
    const page = openPage({ impersonation: 'suppress' }, { who: AS_IDA })
    page.telltale.track('one')
    await page.advance()
    expect(page.texts()).toEqual([])
  })

  it('redirect, which only collectors and Heap support, ends the start', () =>
    expect(() => otlp({ url: OTLP_URL, impersonation: { redirect: 'support' } as never })).toThrow(/impersonation/))
})

describe('a partial success', () => {
  async function refusedAfter(partialSuccess: unknown) {
    const page = openPage()
    await page.advance()
    page.answers.push({ status: 200, body: { partialSuccess } })
    page.telltale.track('one')
    page.telltale.track('two')
    await page.advance(600_000)
    expect([page.records('one').length, page.records('two').length]).toEqual([1, 1])
    return page.telltale.diagnostics.get().dropped['otlp']?.refused ?? 0
  }

  it.each<[rejected: unknown, count: number]>([
    ['1', 1],
    [2, 2],
    [1e9, 2],
    ['18446744073709551615', 2],
    [-1, 0],
    ['-1', 0],
    ['many', 0],
    ['', 0],
    [null, 0],
    [{}, 0],
    [[], 0],
    [0, 0],
  ])('that says %j rejected records counts as %i, and nothing is sent again', async (rejectedLogRecords, count) => {
    expect(await refusedAfter({ rejectedLogRecords })).toBe(count)
  })

  it.each(['no text', 7, null, {}, 'x'.repeat(1_000_000), ''])('may have any message: %#', async (errorMessage) => {
    expect(await refusedAfter({ rejectedLogRecords: '1', errorMessage })).toBe(1)
  })

  it.each([-1, '-5', 0.5, 1.5])('never counts a number that no receiver can mean: %j', async (rejectedLogRecords) => {
    expect([0, 1, 2]).toContain(await refusedAfter({ rejectedLogRecords, errorMessage: 'too old' }))
  })

  it('may be a list, or in another one', async () => {
    for (const partialSuccess of [[], [{ rejectedLogRecords: 1 }], 'x', 1])
      expect(await refusedAfter(partialSuccess)).toBe(0)
  })
})
