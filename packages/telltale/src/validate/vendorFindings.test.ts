import { describe, expect, it } from 'vitest'
import { DATADOG } from '../core/model/vendorLimits.ts'
import { flagFindings, vendorFindings } from './validateEvents.ts'

const long = (characters: number) => 'x'.repeat(characters)
const twentyOne = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`p${index}`, index]))

describe('vendorFindings reports what a vendor would drop or cut:', () => {
  it.each([
    ['heap', long(255), { a: long(1_023), [long(511)]: 1 }, []],
    ['heap', long(256), {}, ['heap: its name has 256 characters, of which 255 are kept. (T137)']],
    ['heap', 'e', { a: long(1_024) }, ['heap: a has 1024 characters, of which 1023 are kept. (T137)']],
    ['heap', 'e', { a: [long(1_020)] }, ['heap: a has 1024 characters, of which 1023 are kept. (T137)']],
    [
      'heap',
      'e',
      { [long(512)]: 1 },
      [`heap: the name of ${long(20)}… has 512 characters, of which 511 are kept. (T137)`],
    ],
    [
      'intercom',
      'e',
      { a: long(255), link: { url: 'https://a.test', value: 'A' }, price: { amount: 1, currency: 'eur' } },
      [],
    ],
    ['intercom', 'e', twentyOne, []],
    [
      'intercom',
      'e',
      { a: long(256), 'b.c': 1, d: { e: 1 }, f: [1] },
      [
        'intercom: a has 256 characters, of which 255 are kept; b.c has a character that no name may have; d is nested, which is not kept; f is nested, which is not kept. (T137)',
      ],
    ],
    ['datadog', 'e', { a: long(DATADOG.context - 8) }, []],
    [
      'datadog',
      'e',
      { a: long(DATADOG.context) },
      [`datadog: all of it has ${DATADOG.context + 8} characters, of which ${DATADOG.context} are kept. (T137)`],
    ],
    ['collector', long(9_999), { a: long(9_999) }, []],
    ['heap', 'e', { a: 1n, b: () => {}, c: undefined, d: null, e: Symbol('e') }, []],
  ])('%s (%#)', (destination, name, given, findings) => {
    expect(vendorFindings({ name, given, messaging: true }, [destination])).toEqual(findings)
  })

  it('for each configured destination, and for no other', () => {
    const event = { name: long(256), given: { 'a.b': 1 }, messaging: true }
    expect(vendorFindings(event, ['collector', 'heap', 'intercom'])).toHaveLength(2)
    expect(vendorFindings(event, ['collector'])).toEqual([])
  })

  it('for the messaging widget, if the event is sent there', () => {
    expect(vendorFindings({ name: 'e', given: { 'a.b': 1 }, messaging: false }, ['intercom'])).toEqual([])
  })
})

describe('the findings for an event with its flags sent to Intercom', () => {
  const flags = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`LDFF: flag_${index}`, true]))

  it.each([
    ['are empty with 20 properties', { total: 1, ...flags(19) }, []],
    [
      'name the excess with more than 20 properties',
      { total: 1, ...flags(26) },
      [
        'intercom: with screen_dimensions and the flags it has 27 properties, of which 20 are kept: flags are left out first. (T138)',
      ],
    ],
    [
      'name each flag whose value is JSON or null',
      { total: 1, 'LDFF: limits': { days: 3 }, 'LDFF: none': null },
      [
        'intercom: LDFF: limits is JSON or null, which is not kept; LDFF: none is JSON or null, which is not kept. (T138)',
      ],
    ],
  ])('%s', (_title, properties, findings) => {
    expect(flagFindings({ properties, messaging: true }, ['heap', 'intercom'])).toEqual(findings)
    expect(flagFindings({ properties, messaging: true }, ['heap'])).toEqual([])
    expect(flagFindings({ properties }, ['intercom'])).toEqual([])
  })
})
