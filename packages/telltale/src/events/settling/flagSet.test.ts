import { describe, expect, it } from 'vitest'
import { flagSetOf, lowerSnakeCase } from './flagSet.ts'

describe('the name of a flag property', () => {
  it.each([
    ['new-pricing', 'new_pricing'],
    ['newPricing', 'new_pricing'],
    ['New Pricing', 'new_pricing'],
    ['quote.layout-v2', 'quote_layout_v2'],
    ['useHTTPCache', 'use_http_cache'],
    ['already_snake', 'already_snake'],
    ['--edges--', 'edges'],
    ['step2Form', 'step2_form'],
    ['größe', 'größe'],
  ])('the name of a flag property is the lower snake case of the flag key: %s becomes %s', (flag, name) =>
    expect(lowerSnakeCase(flag)).toBe(name),
  )
})

describe('flag properties', () => {
  it('flag properties contain the value of each flag under its property name', () => {
    const set = flagSetOf({ properties: { 'new-pricing': true, limits: { days: 3 } }, flags: {} }, () => {})
    expect(set?.properties).toEqual({ 'LDFF: new_pricing': true, 'LDFF: limits': { days: 3 } })
  })

  it('flags have their keys, the names of their properties and how they came to their values', () => {
    const flags = { newPricing: { variation: 1, version: 12, reason: 'RULE_MATCH' }, 'new-pricing': { version: 3 } }
    const set = flagSetOf({ properties: { newPricing: true, 'new-pricing': 'b' }, flags }, () => {})
    expect(set).toMatchObject({
      properties: { 'LDFF: new_pricing': 'b' },
      flags: {
        newPricing: { value: true, variation: 1, version: 12, reason: 'RULE_MATCH' },
        'new-pricing': { property: 'LDFF: new_pricing', version: 3 },
      },
    })
  })

  it.each([[['new-pricing', 'new_pricing', 'newPricing']], [['newPricing', 'new-pricing', 'new_pricing']]])(
    'flag properties have the value of the flag whose key sorts first when flags %j share a name, and report the clash',
    (keys) => {
      const clashes: string[] = []
      const values = Object.fromEntries(keys.map((key) => [key, key]))
      const set = flagSetOf({ properties: values, flags: {} }, (clash) => clashes.push(clash))
      expect(set?.properties).toEqual({ 'LDFF: new_pricing': 'new-pricing' })
      expect(clashes).toHaveLength(2)
      expect(clashes).toContain(
        'Flags "new-pricing" and "newPricing" share the event property "LDFF: new_pricing". Rename one. (T63)',
      )
    },
  )
})
