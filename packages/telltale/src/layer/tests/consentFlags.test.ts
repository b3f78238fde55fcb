import { describe, expect, it } from 'vitest'
import { launchDarklyAtOnce } from '../../testkit/createTelltaleAtOnce.ts'
import { flagsWithConsent } from '../flagsWithConsent.ts'
import { openBrowser } from './consentBrowser.suite.ts'

const PENDING = { flagsPurpose: 'functional', who: 'ida' }
const ANALYTICS = { initial: { analytics: true } }

const questions = ({ requests }: ReturnType<typeof openBrowser>) => requests.filter((url) => url.includes('/sdk/'))

/** The properties of flags of an event that the collector has. */
function flagsOf({ arrived }: ReturnType<typeof openBrowser>, wanted: string) {
  const event = arrived.find(({ name }) => name === wanted)
  if (!event) throw new Error(`The collector has no event "${wanted}".`)
  return Object.fromEntries(Object.entries(event.properties).filter(([name]) => name.startsWith('LDFF')))
}

describe('flags that need consent', () => {
  it('are not requested before it is given: reads have fallbacks, and no event waits', async () => {
    const browser = openBrowser({ ...PENDING, consent: ANALYTICS })
    const page = await browser.open()
    page.track('one')
    await browser.advance(60_000)
    expect(questions(browser)).toEqual([])
    expect(page.layer.flags.variation('plan', 'none')).toBe('none')
    expect([page.layer.flags.getFlag('plan'), page.layer.flags.allFlags()]).toEqual([undefined, {}])
    expect(flagsOf(browser, 'one')).toEqual({})
    expect(browser.disk.storage.keys('flags')).toEqual([])
  })

  it('are requested when it is given, and readers hear of them', async () => {
    const browser = openBrowser(PENDING)
    const page = await browser.open()
    const seen: string[] = []
    page.layer.flags.value('plan', 'none').subscribe((value) => seen.push(value))
    page.consent.set({ functional: true })
    await browser.advance(1)
    expect(seen).toEqual(['none', 'a'])
    expect(questions(browser)).toHaveLength(1)
    page.consent.set({ analytics: true })
    page.track('one')
    await browser.advance()
    expect(flagsOf(browser, 'one')).toEqual({ 'LDFF: plan': 'a' })
  })

  it('are gone when it is withdrawn, also from the browser', async () => {
    const browser = openBrowser({ ...PENDING, consent: { initial: { functional: true, analytics: true } } })
    const page = await browser.open()
    const seen: string[] = []
    page.layer.flags.value('plan', 'none').subscribe((value) => seen.push(value))
    await browser.advance()
    expect(browser.disk.storage.keys('flags')).toEqual(['flags'])
    const before = questions(browser).length
    page.consent.set({ functional: false })
    page.track('one')
    await browser.advance(60_000)
    expect(seen.slice(-2)).toEqual(['a', 'none'])
    expect(flagsOf(browser, 'one')).toEqual({})
    expect(browser.disk.storage.keys('flags')).toEqual([])
    expect(questions(browser)).toHaveLength(before)
  })

  it('are those of the next user only if that user allows them', async () => {
    const browser = openBrowser(PENDING)
    const page = await browser.open()
    page.consent.set({ functional: true })
    await browser.advance(1)
    await page.be('otto')
    expect(page.layer.flags.variation('plan', 'none')).toBe('none')
    await page.be('ida')
    await browser.advance(1)
    expect(page.layer.flags.variation('plan', 'none')).toBe('a')
  })

  it('give an event the flags of its user as soon as it is known that they are allowed', async () => {
    const browser = openBrowser(PENDING)
    const earlier = await browser.open()
    earlier.consent.set({ functional: true, analytics: true })
    earlier.leave()
    const page = await browser.open({ who: undefined })
    page.track('one')
    await page.be('ida')
    await browser.advance()
    expect(flagsOf(browser, 'one')).toEqual({ 'LDFF: plan': 'a' })
  })

  it('are flags like others in a layer without consent, and leave no timer', async () => {
    const browser = openBrowser(PENDING)
    const page = await browser.open()
    page.consent.set({ functional: true })
    await browser.advance(1)
    page.layer.close()
    expect(page.platform.clock.pending).toBe(0)
  })

  it.each([
    [undefined, { purpose: 'functional' }, 'flags'],
    [launchDarklyAtOnce({ clientSideId: 'env' }), {}, 'purpose'],
    [launchDarklyAtOnce({ clientSideId: 'env' }), undefined, 'purpose'],
  ])('that are wrong are an error at the start', (flags, options, where) => {
    expect(() => flagsWithConsent(flags as never, options as never)).toThrow(`Set ${where} of flagsWithConsent() to`)
  })
})
