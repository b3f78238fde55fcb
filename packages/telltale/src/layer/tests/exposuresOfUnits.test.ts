import { describe, expect, it } from 'vitest'
import { openBrowser, type PageOptions } from './exposuresBrowser.suite.ts'

type Person = { unique_identity: string; company_id?: string | undefined; company_name?: string }

const byCompany: PageOptions['accounts'] = ({ company_id, company_name }) => ({
  company: { key: company_id as string, name: company_name as string },
})
const COMPANY: PageOptions = { definitions: { plan: { default: 'a', unit: 'company' } }, accounts: byCompany }
const ida = (company_id?: string): Person => ({ unique_identity: 'ida', company_id })

async function browserOf(person: Person) {
  const browser = openBrowser()
  browser.person = person
  return browser
}

/** An object that has a key such as `__proto__` of its own. */
const own = <Value>(key: string, value: Value) =>
  JSON.parse(`{${JSON.stringify(key)}:${JSON.stringify(value)}}`) as Record<string, Value>

describe('a flag that is divided by an account', () => {
  it('has the account as its unit, once for all of its people', async () => {
    const browser = await browserOf(ida('acme'))
    const page = await browser.open(COMPANY)
    page.read('plan')
    await browser.advance(1_000)
    await page.signIn({ unique_identity: 'otto', company_id: 'acme' })
    page.read('plan')
    await browser.advance(1_000)
    await page.signIn({ unique_identity: 'ida', company_id: 'bobs' })
    page.read('plan')
    expect(await browser.shown()).toEqual(['plan 1 v3 company acme', 'plan 1 v3 company bobs'])
  })

  it('has the same digest for all people of the account, in all browsers', async () => {
    const digests = []
    for (const unique_identity of ['ida', 'otto']) {
      const browser = await browserOf({ unique_identity, company_id: 'acme' })
      ;(await browser.open(COMPANY)).read('plan')
      digests.push(...(await browser.digests()))
    }
    expect(digests).toHaveLength(2)
    expect(new Set(digests).size).toBe(1)
  })

  it('has the person as its unit without such an account, and the visitor while nobody is signed in', async () => {
    const browser = await browserOf(ida())
    browser.token = null
    const page = await browser.open({ ...COMPANY, hasVisitor: true })
    page.read('plan')
    await browser.advance(1_000)
    await page.signIn(ida())
    page.read('plan')
    expect(await browser.shown()).toEqual([expect.stringMatching(/^plan 1 v3 visitor /), 'plan 1 v3 person ida'])
  })

  it('has another digest than a person with the same key', async () => {
    const digests = []
    for (const person of [ida('acme'), { unique_identity: 'acme' }]) {
      const browser = await browserOf(person)
      ;(await browser.open(COMPANY)).read('plan')
      digests.push(...(await browser.digests()))
    }
    expect(digests).toHaveLength(2)
    expect(new Set(digests).size).toBe(2)
  })

  it('has none for another account than the one that is remembered, of the same person', async () => {
    const browser = await browserOf(ida('acme'))
    ;(await browser.open(COMPANY)).leave()
    browser.whoAmI = 'slow'
    browser.person = ida('bobs')
    const page = await browser.open(COMPANY)
    expect(page.read('plan')).toEqual(['b'])
    await browser.answer()
    expect(await browser.shown()).toEqual([])
    expect(page.dropped()).toEqual({ exposures: { filtered: 1 } })
  })

  it('keeps its exposure when only the name of the account turns out to be another one', async () => {
    const browser = await browserOf({ ...ida('acme'), company_name: 'Acme' })
    ;(await browser.open(COMPANY)).leave()
    browser.whoAmI = 'slow'
    browser.person = { ...ida('acme'), company_name: 'Acme Hire' }
    const page = await browser.open(COMPANY)
    page.read('plan')
    await browser.answer()
    expect(await browser.shown()).toEqual(['plan 1 v3 company acme'])
    expect(page.dropped()).toEqual({})
  })

  it('of another person of the same account than the one that is remembered is chosen for the same unit', async () => {
    const browser = await browserOf(ida('acme'))
    ;(await browser.open(COMPANY)).leave()
    browser.whoAmI = 'slow'
    browser.person = { unique_identity: 'otto', company_id: 'acme' }
    const page = await browser.open(COMPANY)
    page.flags.value('plan', 'a').subscribe(() => {})
    await browser.advance(100)
    await browser.answer()
    expect(await browser.shown()).toEqual(['plan 1 v3 company acme'])
  })

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'])(
    'and whose kind is %s has the person as its unit without such an account, and the account with it',
    async (kind) => {
      const definitions = { plan: { default: 'a', unit: kind } }
      const without = await browserOf(ida('acme'))
      ;(await without.open({ definitions })).read('plan')
      expect(await without.shown()).toEqual(['plan 1 v3 person ida'])
      const withOther = await browserOf(ida('acme'))
      ;(await withOther.open({ definitions, accounts: byCompany })).read('plan')
      expect(await withOther.shown()).toEqual(['plan 1 v3 person ida'])

      const browser = await browserOf(ida('acme'))
      const page = await browser.open({ definitions, accounts: () => own(kind, { key: 'acme' }) })
      page.read('plan')
      // Where the library cannot use an account of such a kind, it says so.
      const isLeftOut = page.platform.logged.some((line) => line.includes('(T170)'))
      expect(await browser.shown()).toEqual([isLeftOut ? 'plan 1 v3 person ida' : `plan 1 v3 ${kind} acme`])
    },
  )

  it.each(['person', 'visitor'])(
    'and whose kind is called %s has the person as its unit, because the event could not say which of both it is',
    async (kind) => {
      const digests = []
      for (const options of [
        {},
        { definitions: { plan: { unit: kind } } },
        { definitions: { plan: { unit: kind } }, accounts: () => ({ [kind]: { key: 'acme' } }) },
      ]) {
        const browser = await browserOf(ida())
        ;(await browser.open(options)).read('plan')
        expect(await browser.shown()).toEqual(['plan 1 v3 person ida'])
        digests.push(...(await browser.digests()))
      }
      expect(new Set(digests).size).toBe(1)
    },
  )
})
