import { describe, expect, it } from 'vitest'
import { createHttp } from '../core/http/http.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'
import { authHeaders, whoAmI } from './whoAmI.ts'

const OWN = '0b1f6c1e-5d0a-4d53-9b86-3a5d6b2c7e10'
const JWT = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln'

describe('the headers of who-am-i', () => {
  it('the headers of who-am-i carry the bearer token and the platform', () => {
    expect(authHeaders({ token: OWN }, 'web')).toEqual({
      Authorization: `Bearer ${OWN}`,
      'Authorization-App-Platform': 'web',
    })
  })

  it('the headers of who-am-i carry the identity token if there is one', () => {
    expect(authHeaders({ token: OWN, idToken: 'id' }, 'web')).toHaveProperty('IdToken', 'id')
    expect(authHeaders({ token: JWT, idToken: 'id' }, 'ios')).toEqual({
      Authorization: `Bearer ${JWT}`,
      IdToken: 'id',
      'Authorization-App-Platform': 'ios',
    })
  })

  it.each([JWT, '', OWN + 'x', OWN.slice(1)])(
    'setting the headers fails for a token of another length without an identity token (%#)',
    (token) => {
      expect(() => authHeaders({ token }, 'web')).toThrow(
        /^Auth0 JWT detected without an idToken: .*auth\.idToken \(T53\)$/,
      )
      expect(() => authHeaders({ token, idToken: '' }, 'web')).toThrow(
        /^Auth0 JWT detected without an idToken: .*auth\.idToken \(T53\)$/,
      )
    },
  )

  it('the error about a missing identity token does not contain the token', () => {
    expect(() => authHeaders({ token: JWT }, 'web')).not.toThrow(JWT)
  })
})

it('fields of an answer that cannot be read are reported by name, and the person is known', async () => {
  const http = createHttp(fakePlatform(() => ({ status: 200, body: { unique_identity: 'u-1', mimic_user: ['sam'] } })))
  const reported: string[] = []
  const signal = new AbortController().signal
  const question = { url: '/who-am-i', appPlatform: 'web', tokens: { token: OWN }, signal }
  const outcome = await whoAmI(question, { http, report: (message) => void reported.push(message) })
  expect(outcome).toMatchObject({ outcome: 'known', person: { mimic_user: 'unknown impersonator' } })
  expect(reported).toEqual(['A person has unreadable fields: mimic_user (T148)'])
})
