import { describe, expect, it } from 'vitest'
import { fakeIntercom, intercomSnippet, type IntercomPage } from './fakeIntercom.ts'
import { intercomJwt } from './fakeIntercom.ts'

const REFUSED = 'messenger security is enforced: the call has no valid intercom_user_jwt of this user'
const written = (value: unknown) => btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_')
const token = (claims: object, { alg = 'HS256', signature = 'signed' } = {}) =>
  [written({ alg, typ: 'JWT' }), written(claims), signature].join('.')

describe('the user of an Intercom token:', () => {
  it.each([
    ['a valid token', token({ user_id: 'ida' }), 'ida'],
    ['a token with characters that base64url encodes differently', token({ user_id: 'ida', note: '??>>' }), 'ida'],
    ['a token that expires later', token({ user_id: 'ida', exp: 11 }), 'ida'],
    ['an expired token', token({ user_id: 'ida', exp: 10 }), undefined],
    ['a token with an invalid expiry', token({ user_id: 'ida', exp: 'soon' }), undefined],
    ['a token without a user id', token({ email: 'ida@hire.test' }), undefined],
    ['a token with another algorithm', token({ user_id: 'ida' }, { alg: 'none' }), undefined],
    ['an unsigned token', token({ user_id: 'ida' }, { signature: '' }), undefined],
    ['a string that is not a token', 'ida', undefined],
    ['a missing token', undefined, undefined],
  ])('a token %s', (_what, jwt, user) => {
    expect(intercomJwt(jwt, 10_000)).toBe(user)
  })
})

describe('where messenger security is enforced:', () => {
  function open() {
    const page: IntercomPage = {}
    intercomSnippet(page)
    const intercom = fakeIntercom({ page, now: () => 10_000, isSigned: (jwt) => jwt.endsWith('.signed') })
    const call = (method: string, settings: object) => page.Intercom?.(method, { app_id: 'app', ...settings })
    return { call, last: () => intercom.received.at(-1) }
  }
  const ofIda = { intercom_user_jwt: token({ user_id: 'ida' }) }

  it.each([
    ['a user without a token is refused', { user_id: 'ida', user_hash: 'any' }],
    ['a user with another user’s token is refused', { user_id: 'bo', ...ofIda }],
    [
      'a user with an expired token is refused',
      { user_id: 'ida', intercom_user_jwt: token({ user_id: 'ida', exp: 10 }) },
    ],
    [
      'a token signed with another key is refused',
      { intercom_user_jwt: token({ user_id: 'ida' }, { signature: 'forged' }) },
    ],
  ])('%s', (_sentence, settings) => {
    const { call, last } = open()
    call('boot', settings)
    expect(last()?.losses).toEqual([REFUSED])
    expect(last()?.kept).toBeUndefined()
  })

  it('a valid token identifies the user, with or without a user_id beside it, and an update needs a token too', () => {
    const { call, last } = open()
    call('boot', ofIda)
    expect(last()).toMatchObject({ kept: { user: 'ida' }, losses: [] })
    call('boot', { user_id: 'ida', ...ofIda })
    expect(last()).toMatchObject({ kept: { user: 'ida' }, losses: [] })
    call('update', { user_id: 'bo' })
    expect(last()?.losses).toEqual([REFUSED])
  })

  it('a visitor needs no token', () => {
    const { call, last } = open()
    call('boot', {})
    expect(last()).toMatchObject({ kept: { user: 'a visitor' }, losses: [] })
  })
})
