import { describe, expect, it } from 'vitest'
import { flagProperties, lowerSnakeCase } from './flagSet.ts'

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
    expect(flagProperties({ 'new-pricing': true, limits: { days: 3 } }, () => {})).toEqual({
      'LDFF: new_pricing': true,
      'LDFF: limits': { days: 3 },
    })
  })

  it.each([[['new-pricing', 'new_pricing', 'newPricing']], [['newPricing', 'new-pricing', 'new_pricing']]])(
    'flag properties have the value of the flag whose key sorts first when flags %j share a name, and report the clash',
    (keys) => {
      const clashes: string[] = []
      const values = Object.fromEntries(keys.map((key) => [key, key]))
      expect(flagProperties(values, (clash) => clashes.push(clash))).toEqual({ 'LDFF: new_pricing': 'new-pricing' })
      expect(clashes).toHaveLength(2)
      expect(clashes).toContain(
        'Flags "new-pricing" and "newPricing" share the event property "LDFF: new_pricing". Rename one. (T63)',
      )
    },
  )
})
