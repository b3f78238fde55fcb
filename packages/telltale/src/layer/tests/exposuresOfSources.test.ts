import { describe, expect, it } from 'vitest'
import { fakeVersion3, fakeVersion4 } from '../../adapters/fakeVendorClients.suite.ts'
import { injectedFlags } from '../../adapters/injectedFlagClient.ts'
import type { Context } from '../../core/model/flag.ts'
import type { Json } from '../../core/model/json.ts'
import type { SourceFlag } from '../../flags/flagSource.ts'
import { createSourceFlags } from '../../flags/sourceFlags.ts'
import { openBrowser } from './exposuresBrowser.suite.ts'

const injected = (create: typeof fakeVersion3 | typeof fakeVersion4) => {
  const client = create(({ key }: Context) => ({ plan: key === 'ida' ? 'b' : 'a', limits: { days: 3 } }))
  if ('start' in client) void client.start()
  return { settings: { flags: injectedFlags({ client: client as never }) } as never, client }
}

describe.each([
  ['3', fakeVersion3],
  ['4', fakeVersion4],
] as const)('the vendor’s client of version %s', (_, create) => {
  it('has the variation that it tells, once over pages', async () => {
    const browser = openBrowser()
    for (let visit = 0; visit < 2; visit += 1) {
      const page = await browser.open(injected(create))
      expect(page.read('plan', 'limits', 'plan')).toEqual(['b', { days: 3 }, 'b'])
      page.flags.value('plan', '').subscribe(() => {})
      await browser.advance(5_000)
      page.leave()
    }
    const events = await browser.exposures()
    expect(events.map(({ properties: { flag, variation, unit } }) => [flag, variation, unit])).toEqual([
      ['plan', 2, 'person'],
      ['limits', 2, 'person'],
    ])
  })

  it('records nothing of what an impersonator sees, of an unknown flag and of another type', async () => {
    const browser = openBrowser()
    browser.person = { unique_identity: 'ida', mimic_user: 'sam@support.example' }
    const page = await browser.open(injected(create))
    page.read('plan')
    await page.signIn({ unique_identity: 'ida' })
    page.flags.variation('plan', 5)
    page.flags.variation('gone', 'a')
    expect(await browser.exposures()).toEqual([])
  })
})

describe('a flag source of the application', () => {
  const source = (flags: () => Record<string, SourceFlag>) => ({
    settings: {
      flags: createSourceFlags(
        { name: 'own', create: () => ({ fetch: async () => ({ flags: flags() }) }) },
        { tabs: undefined as never, channel: () => undefined },
      ),
    } as never,
  })

  it.each<[string, object]>([
    ['neither a version nor a variation', {}],
    ['a variation', { variation: 1 }],
    ['a version', { version: 7 }],
  ])('that sends %s has its value or its variation, once over pages', async (__, more) => {
    const browser = openBrowser()
    const values: Json[] = ['b', 'b', 'c', 'b']
    for (const value of values) {
      const variation = 'variation' in more && { variation: value === 'b' ? 1 : 2 }
      const page = await browser.open(source(() => ({ plan: { value, ...more, ...variation } })))
      page.read('plan')
      await browser.advance(5_000)
      page.leave()
    }
    const events = await browser.exposures()
    expect(events.map(({ properties: { value, variation } }) => value ?? variation)).toEqual(
      'variation' in more ? [1, 2] : ['b', 'c'],
    )
    if ('version' in more) expect(events.map(({ properties: { version } }) => version)).toEqual([7, 7])
    expect(new Set(await browser.digests()).size).toBe(2)
  })
})
