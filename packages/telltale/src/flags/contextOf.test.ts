import { expect, test } from 'vitest'
import type { Identity } from '../core/model/identity.ts'
import { redactContext } from '../launchDarklyService/redactContext.ts'
import { contextOf } from './userContext.ts'

const anonymousKey = (kind: string) => `made for ${kind}`
const known = (more: object): Identity => ({
  status: 'known',
  epoch: 'e',
  person: { unique_identity: 'ida', ...more },
  name: 'Ida',
  displayIdentity: 'Ida',
})

test.each<[string, Identity, object | undefined]>([
  ['an identity that is resolving', { status: 'resolving', epoch: 'e' }, undefined],
  [
    'an unknown identity',
    { status: 'unknown', reason: 'signed-out', epoch: 'e' },
    { kind: 'user', key: 'made for user', anonymous: true },
  ],
  [
    'a known user, with all identity fields',
    known({ company_id: 'c-1', user_name: 'Ida', kind: 'guest', key: 'x' }),
    { kind: 'user', key: 'ida', unique_identity: 'ida', company_id: 'c-1', user_name: 'Ida' },
  ],
])('%s', (_, identity, context) => expect(contextOf(identity, anonymousKey, {})).toEqual(context))

test('a field that proves an identity is in the context, as the specification requires, and in no event', () => {
  const context = contextOf(known({ user_hash: 'h-1', user_name: 'Ida' }), anonymousKey, {})
  expect(context).toMatchObject({ user_hash: 'h-1', _meta: { privateAttributes: ['user_hash'] } })
  const settings = { allAttributesPrivate: false, privateAttributes: [] }
  const shown = context && redactContext(context, settings, false)
  expect(shown).toMatchObject({ user_name: 'Ida', _meta: { redactedAttributes: ['user_hash'] } })
  expect(JSON.stringify(shown)).not.toContain('h-1')
})

test('a secret within another field is left out of the context', () => {
  const context = contextOf(known({ desk: { session_token: 's-1', role: 'clerk' } }), anonymousKey, {})
  expect(context).toMatchObject({ desk: { role: 'clerk' } })
  expect(JSON.stringify(context)).not.toContain('s-1')
})

test.each(['session_token', 'idToken', 'client_secret', 'password'])(
  'a secret is left out of the context: %s',
  (field) => {
    const context = contextOf(known({ [field]: 's-1', user_name: 'Ida' }), anonymousKey, {})
    expect(context).toEqual({ kind: 'user', key: 'ida', unique_identity: 'ida', user_name: 'Ida' })
  },
)

test.each<[string, unknown]>([
  ['name', 3],
  ['name', { first: 'Ida' }],
  ['anonymous', 'yes'],
  ['anonymous', 1],
  ['_meta', 'private'],
  ['_meta', ['user_name']],
  ['_meta', { privateAttributes: 'user_name' }],
  ['_meta', { privateAttributes: [1] }],
  ['_meta', { secondary: 2 }],
])('the field %s of who-am-i is left out of the context when it is %j', (field, value) => {
  const context = contextOf(known({ [field]: value, user_name: 'Ida' }), anonymousKey, {})
  expect(context).toEqual({ kind: 'user', key: 'ida', unique_identity: 'ida', user_name: 'Ida' })
})

test.each<[string, unknown]>([
  ['name', 'Ida'],
  ['anonymous', true],
  ['_meta', { privateAttributes: ['user_name'] }],
])('the field %s of who-am-i is in the context when it is %j', (field, value) => {
  expect(contextOf(known({ [field]: value }), anonymousKey, {})).toMatchObject({ [field]: value })
})

test('the private attributes that who-am-i names are private, and so are fields that prove an identity', () => {
  const meta = { privateAttributes: ['user_name'] }
  const context = contextOf(known({ user_name: 'Ida', user_hash: 'h-1', _meta: meta }), anonymousKey, {})
  expect(context?.['_meta']).toEqual({ privateAttributes: ['user_name', 'user_hash'] })
})
