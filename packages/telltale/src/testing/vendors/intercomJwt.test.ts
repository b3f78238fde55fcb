import { describe, expect, it } from 'vitest'
import { fakeIntercom, intercomSnippet, type IntercomPage } from './fakeIntercom.ts'
import { intercomJwt } from './intercomJwt.ts'

const REFUSED = 'messenger security is enforced: there is no intercom_user_jwt of this user that is valid'
const written = (value: unknown) => btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_')
const token = (claims: object, { alg = 'HS256', signature = 'signed' } = {}) =>
  [written({ alg, typ: 'JWT' }), written(claims), signature].join('.')

describe('of a token, Intercom asks what its documentation says:', () => {
  it.each([
    ['of a user', token({ user_id: 'ida' }), 'ida'],
    ['with bits that a base64 for addresses writes otherwise', token({ user_id: 'ida', note: '??>>' }), 'ida'],
    ['that ends later', token({ user_id: 'ida', exp: 11 }), 'ida'],
    ['that is over', token({ user_id: 'ida', exp: 10 }), undefined],
    ['with an end that is none', token({ user_id: 'ida', exp: 'soon' }), undefined],
    ['without a user', token({ email: 'ida@hire.test' }), undefined],
    ['signed in another way', token({ user_id: 'ida' }, { alg: 'none' }), undefined],
    ['that is not signed', token({ user_id: 'ida' }, { signature: '' }), undefined],
    ['that is none', 'ida', undefined],
    ['that is not there', undefined, undefined],
  ])('a token %s', (_what, jwt, user) => {
    expect(intercomJwt(jwt, 10_000)).toBe(user)
  })
})

describe('where messenger security is enforced,', () => {
  function open() {
    const page: IntercomPage = {}
    intercomSnippet(page)
    const intercom = fakeIntercom({ page, now: () => 10_000, isSigned: (jwt) => jwt.endsWith('.signed') })
    const call = (method: string, settings: object) => page.Intercom?.(method, { app_id: 'app', ...settings })
    return { call, last: () => intercom.received.at(-1) }
  }
  const ofIda = { intercom_user_jwt: token({ user_id: 'ida' }) }

  it.each([
    ['nobody comes without a token', { user_id: 'ida', user_hash: 'any' }],
    ['nor with somebody else’s', { user_id: 'bo', ...ofIda }],
    ['nor with one that is over', { user_id: 'ida', intercom_user_jwt: token({ user_id: 'ida', exp: 10 }) }],
    ['nor with one that another key signed', { intercom_user_jwt: token({ user_id: 'ida' }, { signature: 'forged' }) }],
  ])('%s', (_sentence, settings) => {
    const { call, last } = open()
    call('boot', settings)
    expect(last()?.losses).toEqual([REFUSED])
    expect(last()?.kept).toBeUndefined()
  })

  it('whoever has a valid one is who it says, with or without an id beside it; an update needs one too', () => {
    const { call, last } = open()
    call('boot', ofIda)
    expect(last()).toMatchObject({ kept: { user: 'ida' }, losses: [] })
    call('boot', { user_id: 'ida', ...ofIda })
    expect(last()).toMatchObject({ kept: { user: 'ida' }, losses: [] })
    call('update', { user_id: 'bo' })
    expect(last()?.losses).toEqual([REFUSED])
  })

  it('a visitor needs none', () => {
    const { call, last } = open()
    call('boot', {})
    expect(last()).toMatchObject({ kept: { user: 'a visitor' }, losses: [] })
  })
})
