import { describe, expect, it } from 'vitest'
import { DATADOG } from '../core/model/vendorLimits.ts'
import { vendorFindings } from './vendorFindings.ts'

const long = (characters: number) => 'x'.repeat(characters)
const twentyOne = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`p${index}`, index]))

describe('what a vendor would lose of an event is found:', () => {
  it.each([
    ['heap', long(255), { a: long(1_023), [long(511)]: 1 }, []],
    ['heap', long(256), {}, ['heap: its name has 256 characters, of which 255 are kept.']],
    ['heap', 'e', { a: long(1_024) }, ['heap: a has 1024 characters, of which 1023 are kept.']],
    ['heap', 'e', { a: [long(1_020)] }, ['heap: a has 1024 characters, of which 1023 are kept.']],
    ['heap', 'e', { [long(512)]: 1 }, [`heap: the name of ${long(20)}… has 512 characters, of which 511 are kept.`]],
    [
      'intercom',
      'e',
      { a: long(255), link: { url: 'https://a.test', value: 'A' }, price: { amount: 1, currency: 'eur' } },
      [],
    ],
    ['intercom', 'e', twentyOne, ['intercom: it has 21 properties, of which 20 are kept.']],
    [
      'intercom',
      'e',
      { a: long(256), 'b.c': 1, d: { e: 1 }, f: [1] },
      [
        'intercom: a has 256 characters, of which 255 are kept; b.c has a character that no name may have; d is nested, which is not kept; f is nested, which is not kept.',
      ],
    ],
    ['datadog', 'e', { a: long(DATADOG.context - 8) }, []],
    [
      'datadog',
      'e',
      { a: long(DATADOG.context) },
      [`datadog: all of it has ${DATADOG.context + 8} characters, of which ${DATADOG.context} are kept.`],
    ],
    ['collector', long(9_999), { a: long(9_999) }, []],
    ['heap', 'e', { a: 1n, b: () => {}, c: undefined, d: null, e: Symbol('e') }, []],
  ])('%s (%#)', (destination, name, given, findings) => {
    expect(vendorFindings({ name, given, messaging: true }, [destination])).toEqual(findings)
  })

  it('for each of the destinations that there are, and for no other', () => {
    const event = { name: long(256), given: twentyOne, messaging: true }
    expect(vendorFindings(event, ['collector', 'heap', 'intercom'])).toHaveLength(2)
    expect(vendorFindings(event, ['collector'])).toEqual([])
  })

  it('for the messaging widget, when the event is to go there', () => {
    expect(vendorFindings({ name: 'e', given: twentyOne, messaging: false }, ['intercom'])).toEqual([])
  })
})
