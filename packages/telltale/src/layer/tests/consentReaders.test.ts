import { afterEach, describe, expect, it, vi } from 'vitest'
import { oneTrust } from '../../consent-onetrust.ts'
import type { ConsentReader } from '../../consent.ts'
import { openBrowser } from './consentBrowser.suite.ts'

type Choices = Readonly<Record<string, boolean>>

/** A tool that has this on record while a page is open. */
const toolWith = (choices: Choices | undefined): ConsentReader => ({
  name: 'tool',
  start(tell) {
    tell(choices)
    return () => {}
  },
})

afterEach(() => vi.unstubAllGlobals())

const ALL = { analytics: true, monitoring: true }

describe('what a consent tool has on record', () => {
  it('counts for the present text, also if users decided about another one', async () => {
    const browser = openBrowser()
    const before = await browser.open({ consent: { text: '1', reader: toolWith(ALL) } })
    before.leave()
    const { consent } = await browser.open({ consent: { text: '2', reader: toolWith(ALL) } })
    expect(consent.get()).toMatchObject({
      shouldAsk: false,
      purposes: { analytics: 'granted' },
      decision: { text: '2' },
    })
  })

  it('takes the place, on the next page, of what the page itself has decided', async () => {
    const browser = openBrowser()
    const before = await browser.open({ consent: { reader: toolWith(ALL) } })
    before.consent.withdraw()
    expect(before.state('analytics')).toBe('denied')
    before.leave()
    const { state } = await browser.open({ consent: { reader: toolWith(ALL) } })
    expect(state('analytics')).toBe('granted')
  })

  it('holds on the next page for whoever is signed in there', async () => {
    const browser = openBrowser()
    const before = await browser.open({ who: 'ida', consent: { reader: toolWith(ALL) } })
    before.leave()
    const { state } = await browser.open({ who: 'otto', consent: { reader: toolWith(ALL) } })
    expect(state('analytics')).toBe('granted')
  })

  it('holds as before while the tool has nothing: it may not have read its own record yet', async () => {
    const browser = openBrowser()
    const before = await browser.open({ consent: { reader: toolWith(ALL) } })
    before.leave()
    const { state } = await browser.open({ consent: { reader: toolWith(undefined) } })
    expect(state('analytics')).toBe('granted')
  })

  it('is no decision against Global Privacy Control if it is only what the tool assumes', async () => {
    vi.stubGlobal('OnetrustActiveGroups', ',C0001,C0002,')
    vi.stubGlobal('OneTrust', {
      IsAlertBoxClosed: () => false,
      GetDomainData: () => ({ ConsentModel: { Name: 'opt-out' }, Groups: [{ CustomGroupId: 'C0002' }] }),
    })
    const consent = { respects: ['gpc'] as const, reader: oneTrust({ C0002: 'analytics' }) }
    const { state } = await openBrowser().open({ isGpc: true, consent })
    expect(state('analytics')).toBe('denied')
  })

  it('is allowed without a decision if it is only what the tool assumes', async () => {
    const reader: ConsentReader = { name: 'tool', start: (tell) => (tell(ALL, { isAssumed: true }), () => {}) }
    const browser = openBrowser()
    const { consent, be } = await browser.open({ consent: { reader } })
    const allowed = { purposes: { analytics: 'granted', monitoring: 'granted' }, shouldAsk: false }
    expect(consent.get()).toMatchObject(allowed)
    expect(consent.get().decision).toBeUndefined()
    await be('ida')
    expect(consent.get()).toMatchObject(allowed)
    consent.set({ analytics: false })
    expect(consent.get().purposes).toMatchObject({ analytics: 'denied', monitoring: 'granted' })
    await browser.advance()
    expect(browser.namesAt('collector').filter((name) => name === 'Consent changed')).toHaveLength(1)
  })
})
