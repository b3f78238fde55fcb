import { describe, expect, it } from 'vitest'
import { IDA, openBrowser, openBrowserOfIda, OTTO } from './exposuresBrowser.suite.ts'

const SAM_AS_IDA = { unique_identity: 'ida', mimic_user: 'sam@support.example' }

describe('a person who is remembered from the last visit', () => {
  it('and is confirmed has the exposure, also if that takes a minute', async () => {
    for (const ms of [0, 60_000]) {
      const browser = await openBrowserOfIda()
      const page = await browser.open()
      expect(page.read('plan')).toEqual(['ida'])
      await browser.advance(ms)
      await browser.answer()
      expect(await browser.shown()).toEqual(['plan 1 v3 person ida'])
      expect(page.dropped()).toEqual({})
    }
  })

  it('and is another one has none: it is dropped and counted, and the other one gets an own exposure', async () => {
    const browser = await openBrowserOfIda()
    browser.person = OTTO
    const page = await browser.open()
    expect(page.read('plan')).toEqual(['ida'])
    await browser.answer()
    expect(page.dropped()).toEqual({ exposures: { filtered: 1 } })
    expect(await browser.shown()).toEqual([])
    expect(page.read('plan')).toEqual(['otto'])
    expect(await browser.shown()).toEqual(['plan 2 v3 person otto'])
    expect(page.dropped()).toEqual({ exposures: { filtered: 1 } })
  })

  it('and is another one who sees the same variation has no exposure of what was chosen for the first one', async () => {
    const browser = await openBrowserOfIda()
    browser.flags = () => ({ plan: { value: 'ida', version: 3, variation: 1 } })
    browser.person = OTTO
    const page = await browser.open()
    page.read('plan')
    await browser.answer()
    expect(await browser.shown()).toEqual([])
    expect(page.dropped()).toEqual({ exposures: { filtered: 1 } })
  })

  it('a component that shows the flag all the time records it for the person who is confirmed, and for no other', async () => {
    const browser = await openBrowserOfIda()
    browser.person = OTTO
    const page = await browser.open()
    page.flags.value('plan', 'none').subscribe(() => {})
    await browser.advance(100)
    await browser.answer()
    expect(await browser.shown()).toEqual(['plan 2 v3 person otto'])
    expect(page.dropped()).toEqual({ exposures: { filtered: 1 } })
  })

  it('and is shown again after the next question has the exposure, although the one of the question before is dropped', async () => {
    const browser = await openBrowserOfIda()
    const page = await browser.open()
    await browser.answer()
    browser.whoAmI = 'slow'
    for (const person of [OTTO, IDA]) {
      browser.person = person
      void page.layer.identity.refresh()
      await browser.advance(1)
      expect(page.read('plan')).toEqual(['ida'])
    }
    await browser.answer()
    expect(await browser.shown()).toEqual(['plan 1 v3 person ida'])
  })

  it('whose exposure was dropped has it recorded when that person comes back', async () => {
    const browser = await openBrowserOfIda()
    browser.person = OTTO
    const first = await browser.open()
    first.read('plan')
    await browser.answer()
    await browser.advance(5_000)
    first.leave()
    browser.person = IDA
    const second = await browser.open()
    second.read('plan')
    expect(await browser.shown()).toEqual(['plan 1 v3 person ida'])
  })

  it('and is impersonated, as it turns out, has no exposure', async () => {
    const browser = await openBrowserOfIda()
    browser.person = SAM_AS_IDA
    const page = await browser.open()
    page.read('plan')
    page.flags.value('plan', 'none').subscribe(() => {})
    await browser.advance(100)
    await browser.answer()
    page.read('plan')
    expect(await browser.shown()).toEqual([])
    expect(page.dropped()).toEqual({ exposures: { filtered: 1 } })
    await page.signIn(IDA)
    expect(await browser.shown()).toEqual(['plan 1 v3 person ida'])
  })

  it('and who signs out before who-am-i confirms it has the exposure', async () => {
    const browser = await openBrowserOfIda()
    const page = await browser.open()
    page.read('plan')
    await page.signOut()
    page.read('plan')
    await browser.answer()
    expect(await browser.shown()).toEqual(['plan 1 v3 person ida'])
  })

  it('and whose token is not accepted any more has none', async () => {
    const browser = await openBrowserOfIda()
    browser.whoAmI = 'down'
    const page = await browser.open({ hasVisitor: true })
    expect(page.read('plan')).toEqual(['ida'])
    browser.whoAmI = 'refuses'
    expect(await browser.shown()).toEqual([])
    expect(page.layer.identity.current.get().status).toBe('unknown')
    expect(page.dropped()).toEqual({ exposures: { filtered: 1 } })
  })
})

describe('an identity that changes', () => {
  it('nothing is recorded for a person whom the page does not know yet', async () => {
    const browser = openBrowser()
    browser.whoAmI = 'slow'
    const page = await browser.open()
    expect(page.read('plan')).toEqual([null])
    page.flags.value('plan', 'none').subscribe(() => {})
    await browser.advance(60_000)
    expect(await browser.shown()).toEqual([])
    await browser.answer()
    expect(await browser.shown()).toEqual(['plan 1 v3 person ida'])
  })

  it('each person has exposures of their own, over sign-outs, and once', async () => {
    const browser = openBrowser()
    const page = await browser.open()
    for (const who of [IDA, OTTO, IDA, OTTO]) {
      await page.signIn(who)
      page.read('plan')
      await page.signOut()
      page.read('plan')
    }
    expect(await browser.shown()).toEqual(['plan 1 v3 person ida', 'plan 1 v3 person otto'])
  })

  it('what is read in the task of a sign-in or a sign-out belongs to nobody else', async () => {
    const browser = await openBrowserOfIda()
    browser.whoAmI = 'up'
    const page = await browser.open()
    browser.person = OTTO
    browser.token = 'another'.padEnd(36, '~')
    void page.layer.identity.refresh()
    const [shown] = page.read('plan')
    await browser.advance(1_000)
    const facts = await browser.shown()
    expect(facts.filter((sentence) => sentence !== `plan 1 v3 person ${String(shown)}`)).toEqual([])
    expect(facts.join()).not.toContain('otto')
  })

  it('what is read while another token of the same person is confirmed is recorded', async () => {
    const browser = openBrowser()
    const page = await browser.open()
    browser.whoAmI = 'slow'
    browser.token = 'renewed'.padEnd(36, '~')
    void page.layer.identity.refresh()
    await browser.advance(10)
    expect(page.read('plan')).toEqual(['b'])
    await browser.answer()
    expect(await browser.shown()).toEqual(['plan 1 v3 person ida'])
  })

  it('an impersonator has none, and the person has theirs when it ends', async () => {
    const browser = openBrowser()
    browser.person = SAM_AS_IDA
    const page = await browser.open()
    page.read('plan')
    page.flags.recordExposure('plan')
    page.flags.value('plan', 'none').subscribe(() => {})
    expect(await browser.shown()).toEqual([])
    await page.signIn(IDA)
    expect(await browser.shown()).toEqual(['plan 1 v3 person ida'])
  })

  it('an impersonation that begins while a flag is shown records nothing more', async () => {
    const browser = openBrowser()
    const page = await browser.open()
    page.flags.value('plan', 'none').subscribe(() => {})
    await browser.advance(1_000)
    await page.signIn(SAM_AS_IDA)
    await browser.change({ plan: { value: 'c', version: 4, variation: 2 } })
    page.read('plan')
    expect(await browser.shown()).toEqual(['plan 1 v3 person ida'])
  })

  it('who-am-i that fails keeps the exposure of the person who is remembered until it answers', async () => {
    const browser = await openBrowserOfIda()
    browser.whoAmI = 'down'
    const first = await browser.open()
    first.read('plan')
    await browser.advance(30_000)
    first.leave()
    browser.whoAmI = 'up'
    await browser.open()
    expect(await browser.shown()).toEqual(['plan 1 v3 person ida'])
  })
})

describe('while nobody is signed in', () => {
  it('nothing is recorded without visitors, and nothing of it later', async () => {
    const browser = openBrowser()
    browser.token = null
    const page = await browser.open()
    expect(page.read('plan')).toEqual(['b'])
    page.flags.recordExposure('plan')
    expect(await browser.shown()).toEqual([])
    await page.signIn(IDA)
    expect(await browser.shown()).toEqual([])
    page.read('plan')
    expect(await browser.shown()).toEqual(['plan 1 v3 person ida'])
  })

  it('the unit is the visitor, once over pages, and after the sign-in the person', async () => {
    const browser = openBrowser()
    browser.token = null
    const first = await browser.open({ hasVisitor: true })
    first.read('plan')
    first.leave()
    const second = await browser.open({ hasVisitor: true })
    const { visitor } = second.layer.identity.current.get() as { visitor?: string }
    second.read('plan')
    await browser.advance(1_000)
    await second.signIn(IDA)
    second.read('plan')
    await browser.advance(1_000)
    await second.signOut()
    second.read('plan')
    const shown = await browser.shown()
    expect(shown).toHaveLength(3)
    expect(shown.slice(0, 2)).toEqual([`plan 1 v3 visitor ${visitor}`, 'plan 1 v3 person ida'])
    expect(shown[2]).toMatch(/^plan 1 v3 visitor /)
    expect(shown[2]).not.toContain(visitor)
  })

  it('a visitor whose page is killed at once has the exposure', async () => {
    const browser = openBrowser()
    browser.token = null
    const first = await browser.open({ hasVisitor: true })
    first.read('plan')
    first.crash()
    const second = await browser.open({ hasVisitor: true })
    second.read('plan')
    expect(await browser.shown()).toEqual([expect.stringMatching(/^plan 1 v3 visitor /)])
  })
})
