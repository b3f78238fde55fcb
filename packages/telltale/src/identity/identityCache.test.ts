import { expect, test } from 'vitest'
import { fakePlatform } from '../testing/fakePlatform.ts'
import { createTokenDigests } from '../core/tokenDigests.ts'
import { createIdentityCache } from './identityCache.ts'

const TOKEN = '0b1f6c1e-5d0a-4d53-9b86-3a5d6b2c7e10'
const URL = 'https://api.test/project/p-1/who-am-i'

function setUp() {
  const platform = fakePlatform()
  const { storage } = platform
  const cache = createIdentityCache(storage, createTokenDigests(platform))
  const kept = () => JSON.stringify(storage.keys('').map((key) => storage.get(key)))
  return { cache, kept, storage }
}

test('the identity of the last answer is stored for the same token and URL, with all fields that are not secret', () => {
  const { cache } = setUp()
  const person = { unique_identity: 'ida', user_hash: 'h-1', email_address: 'ida@x', teams: [{ name: 'Yard' }] }
  cache.set(TOKEN, person, URL)
  expect(cache.get(TOKEN, URL)).toEqual(person)
  expect(cache.get('another token', URL)).toBeUndefined()
  expect(cache.get(TOKEN, 'https://api.test/project/p-2/who-am-i')).toBeUndefined()
})

test.each([
  'access_token',
  'idToken',
  'client_secret',
  'password',
  'passwd',
  'user_jwt',
  'credentials',
  'apiKey',
  'api_key',
  'session_id',
])('no field with the name of a secret is stored in the browser, at any depth: %s', (field) => {
  const { cache, kept } = setUp()
  const person = { unique_identity: 'ida', [field]: 'open-sesame', apps: [{ [field]: 'open-sesame', name: 'Desk' }] }
  cache.set(TOKEN, person, URL)
  expect(kept()).not.toContain('open-sesame')
  expect(cache.get(TOKEN, URL)).toEqual({ unique_identity: 'ida', apps: [{ name: 'Desk' }] })
})

test.each<[unknown]>([[null], [5], [{}], [{ toString: 1 }], [['a']], [true]])(
  'an entry that another script has damaged is none: %j',
  (of) => {
    const { cache, storage } = setUp()
    storage.set('identity', JSON.stringify({ of, url: URL, person: { unique_identity: 'ida' } }))
    expect(cache.get(TOKEN, URL)).toBeUndefined()
  },
)
