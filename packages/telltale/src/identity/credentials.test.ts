import { expect, it } from 'vitest'
import { fakePlatform } from '../testing/fakePlatform.ts'
import { createCredentials } from './credentials.ts'

const other = { number: () => 0.5, uuid: () => '919108f7-52d1-4320-9bac-f847db4148a8' }
const withoutStorage = { ...fakePlatform().storage, get: () => undefined, set: () => false }

it('credentials are the same for one token on each page of a browser, and differ between tokens', () => {
  const platform = fakePlatform()
  const first = createCredentials(platform).of('token')
  expect(createCredentials(platform).of('token')).toBe(first)
  expect(createCredentials(platform).of('other')).not.toBe(first)
})

it('credentials differ between browsers', () => {
  const elsewhere = { ...fakePlatform(), random: other }
  expect(createCredentials(fakePlatform()).of('token')).not.toBe(createCredentials(elsewhere).of('token'))
})

it('the credential of a token stays the same while the page lives, even if storage keeps nothing or is cleared', () => {
  const platform = fakePlatform()
  for (const storage of [withoutStorage, platform.storage]) {
    const credentials = createCredentials({ ...platform, storage })
    const first = credentials.of('token')
    storage.remove('salt')
    expect(credentials.of('token')).toBe(first)
  }
})

it('a credential matches the token that it was made from on a page with another salt, and no other token', () => {
  const credential = createCredentials({ ...fakePlatform(), storage: withoutStorage }).of('token')
  const later = createCredentials({ random: other, storage: withoutStorage })
  expect(later.match(credential, 'token')).toBe(true)
  expect(later.match(credential, 'other')).toBe(false)
  expect(later.match('', 'token')).toBe(false)
  expect(later.match('no salt', 'token')).toBe(false)
})

it('a credential that is stored with an event still matches its token in a later version of the library', () => {
  const stored = '00000000-0000-4000-8000-100000000000:14y9b4m7wii1pmnmh5jaav'
  expect(createCredentials(fakePlatform()).match(stored, 'token')).toBe(true)
})

it('a credential does not contain the token', () => {
  expect(createCredentials(fakePlatform()).of('s3cret')).not.toContain('s3cret')
})

it('a credential matches its token when the salt in storage contains a separator', () => {
  const platform = fakePlatform()
  platform.storage.set('salt', 'a:b')
  const credentials = createCredentials(platform)
  expect(credentials.match(credentials.of('token'), 'token')).toBe(true)
})
