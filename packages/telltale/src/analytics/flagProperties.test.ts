import { describe, expect, it } from 'vitest'
import { flagProperties, lowerSnakeCase, rememberedFlagProperties } from './flagProperties.ts'

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
  ])('is, for %s, %s', (flag, name) => expect(lowerSnakeCase(flag)).toBe(name))
})

describe('flag properties', () => {
  it('carry every value under its name', () => {
    expect(flagProperties({ 'new-pricing': true, limits: { days: 3 } })).toEqual({
      'LDFF: new_pricing': true,
      'LDFF: limits': { days: 3 },
    })
  })

  it('are made again only when the values are others', () => {
    const propertiesOf = rememberedFlagProperties()
    const values = { a: 1 }
    expect(propertiesOf(values)).toBe(propertiesOf(values))
    expect(propertiesOf({ a: 2 })).toEqual({ 'LDFF: a': 2 })
  })
})
