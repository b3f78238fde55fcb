import { describe, expect, it } from 'vitest'
import { authHeaders } from './authHeaders.ts'

const OWN = '0b1f6c1e-5d0a-4d53-9b86-3a5d6b2c7e10'
const JWT = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln'

describe('the headers of who-am-i', () => {
  it('carry the bearer token and the platform', () => {
    expect(authHeaders({ token: OWN }, 'web')).toEqual({
      Authorization: `Bearer ${OWN}`,
      'Authorization-App-Platform': 'web',
    })
  })

  it('carry the identity token whenever there is one', () => {
    expect(authHeaders({ token: OWN, idToken: 'id' }, 'web')).toHaveProperty('IdToken', 'id')
    expect(authHeaders({ token: JWT, idToken: 'id' }, 'ios')).toEqual({
      Authorization: `Bearer ${JWT}`,
      IdToken: 'id',
      'Authorization-App-Platform': 'ios',
    })
  })

  it.each([JWT, '', OWN + 'x', OWN.slice(1)])('cannot be set for a token of another length alone (%#)', (token) => {
    expect(() => authHeaders({ token }, 'web')).toThrow('Auth0 JWT detected without an idToken')
    expect(() => authHeaders({ token, idToken: '' }, 'web')).toThrow('Auth0 JWT detected without an idToken')
  })

  it('never show a token in the error', () => {
    expect(() => authHeaders({ token: JWT }, 'web')).not.toThrow(JWT)
  })
})
