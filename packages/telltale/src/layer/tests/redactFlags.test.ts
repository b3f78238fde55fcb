import { describe, expect, it } from 'vitest'
import { redact, type RedactOptions } from '../../redact.ts'
import { exposures } from '../../steps.ts'
import { openBrowser, openBrowserOfIda } from './exposuresBrowser.suite.ts'

const MAIL = 'help@example.com'

const flags = () => ({
  support: { value: MAIL, version: 1 },
  'auth-token-v2': { value: 'treatment', version: 1, variation: 1 },
  limits: { value: { to: [MAIL], password: ['hunter22'], days: 3 }, version: 2 },
})

describe.each<[string, RedactOptions]>([
  ['masked', {}],
  ['hashed', { mode: 'hash', salt: 'of ours' }],
  ['dropped', { mode: 'drop' }],
])('a personal value of a flag, %s', (_, options) => {
  const steps = () => [exposures(), redact(options)]

  it('is in no event, and each exposure is recorded once', async () => {
    const browser = openBrowser()
    browser.flags = flags
    for (let visit = 0; visit < 2; visit += 1) {
      const page = await browser.open({ steps: steps() })
      expect(page.read('support', 'limits', 'support')).toEqual([MAIL, flags().limits.value, MAIL])
      page.layer.track('Seen')
      await browser.advance(5_000)
      page.leave()
    }
    const events = await browser.exposures()
    expect(events.map(({ properties: { flag } }) => flag)).toEqual(['support', 'limits'])
    const all = browser.all()
    expect(JSON.stringify(all)).not.toMatch(/help@|hunter22/)
    const seen = all.find(({ name }) => name === 'Seen')?.properties
    expect(seen).toMatchObject({ 'LDFF: auth_token_v2': 'treatment', 'LDFF: limits': { days: 3 } })
    expect(seen?.['LDFF: support']).toMatch(/^\[email/)
  })

  it('is not kept with an event that waits for its user, whose exposure is recorded if this user was shown the same', async () => {
    const browser = await openBrowserOfIda({ steps: steps() })
    browser.flags = flags
    const page = await browser.open({ steps: steps() })
    page.read('support')
    const kept = browser.stored().filter(([, text]) => text.includes('Flag shown'))
    expect(kept).toHaveLength(1)
    expect(JSON.stringify(kept)).not.toContain('help@')
    await browser.answer()
    expect((await browser.exposures()).map(({ properties: { flag } }) => flag)).toEqual(['support'])
    expect(JSON.stringify(browser.all())).not.toContain('help@')
  })
})
