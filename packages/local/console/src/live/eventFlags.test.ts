import { describe, expect, test } from 'vitest'
import { eventFlags } from './eventFlags.ts'

describe('eventFlags', () => {
  test('each flag has its key, value, variation, version and reason', () => {
    const flags = { 'New pricing!': { property: 'LDFF: new_pricing', variation: 1, version: 12, reason: 'RULE_MATCH' } }
    expect(eventFlags({ properties: { total: 1, 'LDFF: new_pricing': true }, flags }, ['new-pricing'])).toEqual([
      { name: 'New pricing!', value: true, variation: 1, version: 12, reason: 'RULE_MATCH' },
    ])
  })

  test('a flag that shares its name in events with another one has its own value', () => {
    const flags = {
      'new-pricing': { property: 'LDFF: new_pricing', version: 2 },
      newPricing: { value: 'b', version: 3 },
    }
    expect(eventFlags({ properties: { 'LDFF: new_pricing': 'a' }, flags }, ['new-pricing', 'newPricing'])).toEqual([
      { name: 'new-pricing', value: 'a', version: 2 },
      { name: 'newPricing', value: 'b', version: 3 },
    ])
  })

  test('an event without details has the values of its properties', () => {
    expect(eventFlags({ properties: { 'LDFF: new_pricing': false } }, ['new-pricing'])).toEqual([
      { name: 'new-pricing', value: false },
    ])
  })

  test('flags whose values a panel has replaced are marked', () => {
    const flags = { limits: { property: 'LDFF: limits', reason: 'OVERRIDE' } }
    expect(eventFlags({ properties: { 'LDFF: limits': 3 }, flags, overridden: ['limits'] }, [])).toEqual([
      { name: 'limits', value: 3, reason: 'OVERRIDE', isOverridden: true },
    ])
  })

  test.each([
    [{ flags: 'no', overridden: 7 }],
    [{ flags: { limits: null }, overridden: { limits: true } }],
    [{ flags: { limits: { property: 'LDFF: limits', variation: '1', version: null, reason: {} } } }],
  ])('details that are not what the library sends are left out: %j', (more) => {
    expect(eventFlags({ properties: { 'LDFF: limits': 3 }, ...more }, [])).toEqual([{ name: 'limits', value: 3 }])
  })
})
