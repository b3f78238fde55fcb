import { describe, expect, it } from 'vitest'
import { destinationsIn, purposesOf, usedFor } from './uses.ts'

const SPACE = 'Desk@only/'

describe('what a key is kept for', () => {
  it.each([
    ['identity', 'rememberedIdentity'],
    ['flags', 'flagCache'],
    ['etags', 'flagCache'],
    ['context-key:user', 'flagKey'],
    ['flag-events:env:1', 'flagEvents'],
    [`visitor:${SPACE}`, 'visitor'],
    [`visitor-signs-in:${SPACE}`, 'visitor'],
    [`visitor-signed-in:${SPACE}`, 'visitor'],
    [`visit:${SPACE}`, 'session'],
    [`session:${SPACE} 0.5`, 'session'],
    [`exposures:${SPACE}`, 'exposures'],
    [`unwritten:${SPACE}#1:id:add`, 'events'],
    [`flagset:${SPACE}#1:page:1`, 'events'],
    [`fates:${SPACE}#1`, 'events'],
    [`used:${SPACE}#1`, 'events'],
    [`recovered:${SPACE}#1`, 'events'],
    [`dropped:${SPACE}`, 'events'],
    ['told:heap', 'heap'],
  ])('%s: %s', (key, use) => expect(usedFor(key, SPACE)).toBe(use))

  it.each([
    'salt',
    `consent:${SPACE}`,
    `visitor:Other@only/`,
    `visitor:${SPACE}b`,
    'identity-of-another',
    'identity#1',
    'flags ',
    `a visitor:${SPACE}`,
    'context-key',
    'my flags',
    'analytics',
  ])('%s: is necessary, or of something else', (key) => expect(usedFor(key, SPACE)).toBeUndefined())
})

describe('the destinations of a layer', () => {
  it('have the purpose of their place', () => {
    expect(
      destinationsIn({
        analytics: { name: 'heap' },
        destinations: [{ name: 'collector' }, { name: 'partner' }],
        monitoring: { name: 'datadog' },
        messaging: { name: 'intercom' },
      }),
    ).toEqual([
      ['heap', 'analytics'],
      ['collector', 'analytics'],
      ['partner', 'analytics'],
      ['datadog', 'monitoring'],
      ['intercom', 'messaging'],
    ])
  })

  it('may be missing', () => {
    expect(destinationsIn({})).toEqual([])
    expect(destinationsIn({ analytics: undefined, destinations: [null as never, { name: 'own' }] })).toEqual([
      ['own', 'analytics'],
    ])
  })
})

describe('the purposes', () => {
  const USUAL = {
    ...{ rememberedIdentity: 'necessary', flagCache: 'necessary', flagKey: 'analytics', flagEvents: 'analytics' },
    ...{ visitor: 'analytics', session: 'analytics', exposures: 'analytics' },
  }
  const all = (...given: Parameters<typeof purposesOf>) => Object.fromEntries(purposesOf(...given).purposes)

  it('of uses and destinations are the usual ones', () => {
    expect(all([['heap', 'analytics']], {})).toEqual({ ...USUAL, heap: 'analytics' })
    expect(purposesOf([['heap', 'analytics']], {}).unknown).toEqual([])
  })

  it('may be given by name, and a name that is neither a use nor a destination is unknown', () => {
    const given = { heap: 'marketing', session: 'necessary', head: 'marketing', events: 'analytics' }
    expect(all([['heap', 'analytics']], given)).toEqual({ ...USUAL, heap: 'marketing', session: 'necessary' })
    expect(purposesOf([['heap', 'analytics']], given).unknown).toEqual(['head', 'events'])
  })

  it('of flags is that of what is remembered of them, unless another one is given for it', () => {
    expect(all([], {}, 'functional')).toEqual({ ...USUAL, flags: 'functional', flagCache: 'functional' })
    expect(all([], { flagCache: 'other' }, 'functional')).toEqual({
      ...USUAL,
      flags: 'functional',
      flagCache: 'other',
    })
    expect(purposesOf([], { flags: 'functional' }).unknown).toEqual(['flags'])
  })
})
