import { describe, expect, it } from 'vitest'
import type { Identity } from '../core/model/identity.ts'
import { known, open, RESOLVING, SIGNED_OUT, SPACE } from './openConsent.suite.ts'

describe('what is held', () => {
  const KEY = `exposures:${SPACE}`

  /** Ida's page has put something, which is pending, and Ida or somebody else allows it. */
  function allowAs(...who: readonly Identity[]) {
    const page = open()
    page.start()
    page.be(known('ida'))
    page.storage.set(KEY, 'of ida')
    who.forEach(page.be)
    page.consent.set({ analytics: true })
    return page.disk.storage.get(KEY)
  }

  it('is stored when its user allows it, also after a time in which it was not known who is here', () => {
    expect([allowAs(), allowAs(RESOLVING, known('ida'))]).toEqual(['of ida', 'of ida'])
  })

  it('is not stored when another user allows it', () => {
    expect([allowAs(known('otto')), allowAs(SIGNED_OUT), allowAs(RESOLVING, known('otto'))]).toEqual([
      ...[undefined, undefined, undefined],
    ])
  })

  it('of a visitor is stored when the visitor signs in', () => {
    const page = open()
    page.start()
    page.be(SIGNED_OUT)
    page.storage.set(KEY, 'of the visitor')
    page.be(known('ida'))
    page.consent.set({ analytics: true })
    expect(page.disk.storage.get(KEY)).toBe('of the visitor')
  })

  it('of a visitor who is forgotten is not stored when somebody signs in', async () => {
    const page = open()
    page.connect()
    page.start()
    page.be(SIGNED_OUT)
    await page.forget()
    page.storage.set(KEY, 'of the visitor')
    page.be(known('ida'))
    page.consent.set({ analytics: true })
    expect(page.disk.storage.get(KEY)).toBeUndefined()
  })
})

describe('the state', () => {
  it('is that of the next user before anything is kept for that user', () => {
    const seen: unknown[] = []
    const earlier = open()
    earlier.start()
    earlier.be(known('ida'))
    earlier.consent.set({ analytics: true })
    const visitor = {
      createVisitors: () => (next: Identity) => {
        seen.push([page.purposes()['analytics'], page.storage.get(`session:${SPACE}`)])
        return next
      },
    }
    const page = open({}, { identity: { visitor } }, earlier.disk)
    page.be(SIGNED_OUT)
    page.storage.set(`session:${SPACE}`, 'of the visitor')
    page.be(known('ida'))
    expect(seen).toEqual([
      ['pending', undefined],
      ['granted', 'of the visitor'],
    ])
    expect(earlier.disk.storage.get(`session:${SPACE}`)).toBe('of the visitor')
  })
})

describe('a visitor who is forgotten', () => {
  it('stays so if the browser names the same one after a sign-out', async () => {
    const visitor = {
      createVisitors: () => (next: Identity) => (next.status === 'unknown' ? { ...next, visitor: 'a' } : next),
    }
    const page = open({}, { identity: { visitor } })
    page.connect()
    page.start()
    page.be(SIGNED_OUT)
    await page.forget()
    page.be(known('ida'))
    expect(page.purposes()['analytics']).toBe('pending')
    page.be(SIGNED_OUT)
    expect(page.purposes()['analytics']).toBe('denied')
  })
})

describe('before the second stage has loaded', () => {
  it('nothing must be deleted, and nothing is told to it', () => {
    const { permits } = open()
    expect(permits.mustDelete()).toBe(false)
    expect(() => {
      permits.settling(Promise.resolve(true))
      permits.removeCookies(['_script'])
    }).not.toThrow()
  })

  it('forget() waits until the layer has started, too', async () => {
    const page = open()
    page.connect()
    page.be(known('ida'))
    const answer = page.forget()
    await Promise.resolve()
    page.start()
    await answer
    expect(page.warned.join()).toContain('(T203)')
  })
})

describe('a user who is forgotten', () => {
  it('has no flags in the browser', async () => {
    const page = open()
    page.connect()
    page.start()
    page.be(known('ida'))
    expect(page.permits.of('flagCache')).toBe('granted')
    page.storage.set('flags', 'of ida')
    await page.forget()
    expect([page.permits.of('flagCache'), page.disk.storage.get('flags')]).toEqual(['denied', undefined])
    page.be(known('otto'))
    expect(page.permits.of('flagCache')).toBe('denied')
  })
})
