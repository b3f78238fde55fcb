import { describe, expect, it } from 'vitest'
import { accounts } from '../accounts.ts'
import { defineFlags } from '../core/model/definitions.ts'
import type { Json } from '../core/model/json.ts'
import { exposures } from '../steps.ts'
import { visitor } from '../visitor.ts'
import { createTestTelltale, type TestTelltale, type TestTelltaleOptions } from './createTestTelltale.ts'

/** The layer with any keys. */
interface AnyTelltale extends Omit<TestTelltale, 'flags' | 'expectExposure' | 'setFlag'> {
  readonly flags: {
    variation(key: string, fallback?: Json): Json
    recordExposure(key: string, fallback?: Json): void
    override(key: string, value: Json | undefined): void
    value(key: string, fallback: Json): { subscribe(listener: () => void): () => void }
  }
  setFlag(key: string, value: Json): void
  expectExposure(key: string, value?: Json): void
}

const start = (options: object = {}) => createTestTelltale(options as TestTelltaleOptions) as unknown as AnyTelltale

/** The sentence that is thrown, or `undefined`. */
function said(action: () => void): string | undefined {
  try {
    action()
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

describe('expectExposure', () => {
  it('passes with the flag, and with its value, without the step among the settings and with it', () => {
    for (const settings of [{}, { events: { steps: [exposures()] } }]) {
      const telltale = start({ flags: { 'new-pricing': true }, settings })
      telltale.flags.variation('new-pricing', false)
      expect(said(() => telltale.expectExposure('new-pricing'))).toBeUndefined()
      expect(said(() => telltale.expectExposure('new-pricing', true))).toBeUndefined()
    }
  })

  it('throws a sentence that names the flag, and those that have an exposure', () => {
    const telltale = start({ flags: { 'new-pricing': true, layout: 'compact' } })
    const none = said(() => telltale.expectExposure('new-pricing'))
    expect(none).toMatch(/^[A-Z"].*new-pricing.*\.$/)
    telltale.flags.variation('layout', '')
    const other = said(() => telltale.expectExposure('new-pricing', true))
    expect(other).toMatch(/^[A-Z"].*new-pricing.*layout.*\.$/)
  })

  it('throws a sentence with the value that was shown and the one that was expected', () => {
    const telltale = start({ flags: { layout: { rows: 3 } } })
    telltale.flags.variation('layout', {})
    const sentence = said(() => telltale.expectExposure('layout', { rows: 4 }))
    expect(sentence).toMatch(/"layout".*\{"rows":3\}.*\{"rows":4\}.*\.$/)
  })

  it.each<[Json, Json, boolean]>([
    [{ a: 1, b: [2, { c: null }] }, { b: [2, { c: null }], a: 1 }, true],
    [{ a: 1 }, { a: 1, b: null }, false],
    [[1, 2], [2, 1], false],
    [[], {}, false],
    [null, null, true],
    [null, false, false],
    [0, false, false],
    [false, false, true],
    [false, true, false],
    ['', '', true],
    ['1', 1, false],
    [0, 0, true],
    [{ __proto__: null, constructor: 1 }, { constructor: 1 }, true],
  ])('a flag of the value %j passes with %j: %s', (value, expected, passes) => {
    const telltale = start({ flags: { layout: value } })
    telltale.flags.variation('layout', null)
    expect(said(() => telltale.expectExposure('layout', expected)) === undefined).toBe(passes)
  })

  it('passes with each value that was shown, and not with one that was set and not shown', () => {
    const telltale = start({ flags: { layout: 'a' } })
    telltale.flags.variation('layout', '')
    telltale.setFlag('layout', 'b')
    expect(said(() => telltale.expectExposure('layout', 'b'))).toBeDefined()
    telltale.setFlag('layout', 'c')
    telltale.flags.variation('layout', '')
    expect(said(() => telltale.expectExposure('layout', 'a'))).toBeUndefined()
    expect(said(() => telltale.expectExposure('layout', 'c'))).toBeUndefined()
    expect(said(() => telltale.expectExposure('layout', 'b'))).toMatch(/"a".*"c".*"b"/)
  })

  it('names a misspelt key, with definitions and without', () => {
    const definitions = { flags: defineFlags({ 'new-pricing': { default: false } }) }
    const telltale = start({ definitions, flags: { 'new-pricing': true } })
    telltale.flags.variation('new-pricing')
    expect(said(() => telltale.expectExposure('new-pricng'))).toMatch(/"new-pricng".*new-pricing/)
    const plain = start({ flags: { 'new-pricing': true } })
    plain.flags.variation('new-pricing')
    expect(said(() => plain.expectExposure('new-pricng'))).toMatch(/"new-pricng".*new-pricing/)
  })

  it.each(['__proto__', 'constructor', 'toString'])('takes the key %s for what it is', (key) => {
    const flags = JSON.parse(`{${JSON.stringify(key)}:true}`)
    const telltale = start({ flags })
    expect(said(() => telltale.expectExposure(key))).toBeDefined()
    telltale.flags.variation(key, false)
    expect(said(() => telltale.expectExposure(key, true))).toBeUndefined()
    expect(said(() => start().expectExposure(key))).toBeDefined()
  })

  it.each<[string, object, (telltale: AnyTelltale) => void]>([
    ['a fallback of an unknown flag', {}, ({ flags }) => flags.variation('gone', true)],
    ['a fallback of another type', { flags: { layout: 'a' } }, ({ flags }) => flags.variation('layout', 5)],
    [
      'an override',
      { flags: { layout: 'a' } },
      ({ flags }) => {
        flags.override('layout', 'b')
        flags.variation('layout', '')
      },
    ],
    [
      'what an impersonator sees',
      { flags: { layout: 'a' } },
      (telltale) => {
        telltale.impersonate({ unique_identity: 'ida' }, 'sam@support.example')
        telltale.flags.variation('layout', '')
      },
    ],
    [
      'a flag before the flags are there',
      { flags: { layout: 'a' }, isLoading: true },
      ({ flags }) => flags.variation('layout', ''),
    ],
    [
      'what is shown to nobody',
      { flags: { layout: 'a' }, identity: null },
      ({ flags }) => flags.variation('layout', ''),
    ],
    [
      'what is shown after the sign-out',
      { flags: { layout: 'a' } },
      (telltale) => {
        telltale.signOut()
        telltale.flags.variation('layout', '')
      },
    ],
    [
      'a flag that is recorded by hand, and was not',
      { flags: { layout: 'a' }, definitions: { flags: { layout: { default: '', exposure: 'manual' } } } },
      ({ flags }) => flags.variation('layout'),
    ],
    [
      'a flag that is never recorded',
      { flags: { layout: 'a' }, definitions: { flags: { layout: { default: '', exposure: 'never' } } } },
      ({ flags }) => flags.recordExposure('layout'),
    ],
    ['a value without a subscriber', { flags: { layout: 'a' } }, ({ flags }) => void flags.value('layout', '')],
  ])('does not count %s, as the step records none', async (_, options, action) => {
    const telltale = start({ ...options, settings: { events: { steps: [exposures()] } } })
    action(telltale)
    await telltale.advance(1_000)
    expect(telltale.events().filter(({ kind }) => kind === 'exposure')).toEqual([])
    for (const key of ['layout', 'gone'])
      if (!('definitions' in options) || key === 'layout')
        expect(said(() => telltale.expectExposure(key))).toBeDefined()
  })

  it.each<[string, object, (telltale: AnyTelltale) => void]>([
    ['a call of recordExposure', {}, ({ flags }) => flags.recordExposure('layout')],
    [
      'a call by hand',
      { definitions: { flags: { layout: { default: '', exposure: 'manual' } } } },
      ({ flags }) => flags.recordExposure('layout'),
    ],
    ['a subscription', {}, ({ flags }) => void flags.value('layout', '').subscribe(() => {})],
    ['a visitor', { identity: null, visitor: visitor() }, ({ flags }) => flags.variation('layout', '')],
    [
      'an account',
      {
        accounts: accounts(() => ({ company: { key: 'acme' } })),
        definitions: { flags: { layout: { default: '', unit: 'company' } } },
      },
      ({ flags }) => flags.variation('layout'),
    ],
  ])('counts %s, as the step records it', async (_, options, action) => {
    const telltale = start({ flags: { layout: 'a' }, ...options, settings: { events: { steps: [exposures()] } } })
    action(telltale)
    await telltale.advance(1_000)
    expect(telltale.events().filter(({ kind }) => kind === 'exposure')).toMatchObject([
      { name: 'Flag shown', properties: { flag: 'layout', value: 'a' } },
    ])
    expect(said(() => telltale.expectExposure('layout', 'a'))).toBeUndefined()
    expect(telltale.problems()).toEqual([])
  })

  it('an exposure is no event without a definition, where events are defined', async () => {
    const schema = { '~standard': { version: 1, vendor: 'own', validate: (value: unknown) => ({ value }) } }
    const definitions = { events: { 'Quote sent': schema } }
    const telltale = start({ definitions, flags: { layout: 'a' }, settings: { events: { steps: [exposures()] } } })
    telltale.flags.variation('layout', '')
    await telltale.advance(1_000)
    expect(telltale.problems()).toEqual([])
  })
})
