import { calledIn, decide, needingConsent, storedIn, track, visit } from './consentPage.ts'
import { expect, test } from './test.ts'

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
test.describe('consent', { tag: ['@core', '@engines'] }, () => {
  test('before it is given, nothing that needs it is in the browser or leaves the page, and then all of it goes in order', async ({
    engine,
  }) => {
    await visit(engine, {}, async ({ server, tab, openTab }) => {
      for (const name of ['one', 'two', 'three']) await track(tab, name)
      await tab.run(() => void globalThis.allowed?.telltale.flags.variation('plan', 'none'))
      await sleep(4_000)
      const before = await storedIn(tab)
      expect(needingConsent(before.keys)).toEqual([])
      expect([before.databases, before.records, before.cookies, before.caches]).toEqual([[], [], '', []])
      expect(server.requests.filter((path) => !path.includes('/eval'))).toEqual([])
      // A page that ends while it is pending leaves nothing either.
      await tab.goto(`${server.url}/?again`)
      await tab.until(() => globalThis.allowed !== undefined)
      expect(needingConsent((await storedIn(tab)).keys)).toEqual([])
      for (const name of ['four', 'five']) await track(tab, name)
      await tab.run(() => void globalThis.allowed?.telltale.flags.variation('plan', 'none'))
      await decide(tab, { analytics: true, monitoring: true })
      const wanted = () => server.arrived.filter((name) => /^(one|two|three|four|five)$/.test(name))
      await expect.poll(wanted, { timeout: 30_000 }).toEqual(['four', 'five'])
      await expect.poll(() => calledIn(tab), { timeout: 30_000 }).toEqual(expect.arrayContaining(['four', 'five']))
      const keys = needingConsent((await storedIn(tab)).keys).join()
      for (const key of ['visitor:', 'visit:', 'exposures:']) expect(keys).toContain(key)
      const other = await openTab()
      expect(await other.run(() => globalThis.allowed?.telltale.consent?.get().purposes['analytics'])).toBe('granted')
    })
  })

  test('a withdrawal deletes what is stored, in every tab', async ({ engine }) => {
    const allowed = { initial: { analytics: true, monitoring: true } }
    await visit(engine, { person: 'ida', consent: allowed, isDown: true }, async ({ server, tab, openTab }) => {
      const other = await openTab()
      await tab.run(() => void (document.cookie = '_script.id=1'))
      await track(tab, 'of the first tab')
      await track(other, 'of the second tab')
      const texts = async () => {
        const { keys, values, records, cookies } = await storedIn(tab)
        return [...keys, ...values, ...records, cookies].join('\n')
      }
      await expect.poll(texts, { timeout: 30_000 }).toContain('of the second tab')
      await decide(tab, { analytics: false, monitoring: false })
      await expect.poll(texts, { timeout: 10_000 }).not.toMatch(/of the (?:first|second) tab|visit:|_script/)
      expect(needingConsent((await storedIn(tab)).keys)).toEqual([])
      server.isDown = false
      await track(other, 'later')
      await sleep(5_000)
      expect(server.arrived.filter((name) => name !== 'Consent changed')).toEqual([])
    })
  })

  test('what a tab stores as it ends, in the moment of a withdrawal, does not stay in the browser', async ({
    engine,
  }) => {
    test.setTimeout(120_000)
    await visit(engine, { person: 'ida' }, async ({ server, tab, openTab }) => {
      for (const turn of Array.from({ length: 12 }).keys()) {
        await decide(tab, { analytics: true, monitoring: true })
        const other = await openTab()
        await track(other, `of tab ${turn}`)
        if (turn % 3 === 0) await other.goto(`${server.url}/?${turn}`)
        const ending = turn % 3 === 0 ? Promise.resolve() : other.close()
        if (turn % 3 === 1) await ending
        await Promise.all([ending, decide(tab, { analytics: false, monitoring: false })])
        const left = async () => {
          const { keys, values, records } = await storedIn(tab)
          return [needingConsent(keys), [...values, ...records].filter((text) => text.includes('of tab'))]
        }
        await expect.poll(left, { message: `turn ${turn}`, timeout: 10_000 }).toEqual([[], []])
        if (turn % 3 === 0) await other.close()
      }
    })
  })

  test('a user who is forgotten is nowhere in the browser, and the application was asked', async ({ engine }) => {
    const allowed = { initial: { analytics: true, monitoring: true }, forgetUrl: '/forget-me' }
    await visit(engine, { person: 'ida-4711', consent: allowed, isDown: true }, async ({ server, tab, openTab }) => {
      const other = await openTab()
      await track(tab, 'of the first tab')
      await track(other, 'of the second tab')
      await sleep(1_500)
      const answer = await tab.run(() => globalThis.allowed?.telltale.forget?.())
      expect(answer).toEqual({ isRequested: true, status: 202 })
      expect(server.forgetting).toEqual(['{}'])
      const texts = async () => {
        const { keys, values, records } = await storedIn(tab)
        return [...keys, ...values, ...records].join('\n')
      }
      await expect.poll(texts, { timeout: 10_000 }).not.toMatch(/ida-4711|of the (?:first|second) tab/)
      server.isDown = false
      await track(other, 'later')
      await sleep(3_000)
      expect(server.arrived).toEqual([])
    })
  })
})
