import { expect, it } from 'vitest'
import { fakePlatform } from '../testing/fakePlatform.ts'
import { createTokenDigests } from './tokenDigests.ts'

const other = { number: () => 0.5, uuid: () => '919108f7-52d1-4320-9bac-f847db4148a8' }
const withoutStorage = { ...fakePlatform().storage, get: () => undefined, set: () => false }

it('token digests are the same for one token on each page of a browser, and differ between tokens', () => {
  const platform = fakePlatform()
  const first = createTokenDigests(platform).of('token')
  expect(createTokenDigests(platform).of('token')).toBe(first)
  expect(createTokenDigests(platform).of('other')).not.toBe(first)
})

it('token digests differ between browsers', () => {
  const elsewhere = { ...fakePlatform(), random: other }
  expect(createTokenDigests(fakePlatform()).of('token')).not.toBe(createTokenDigests(elsewhere).of('token'))
})

it('the digest of a token stays the same while the page lives, even if storage keeps nothing or is cleared', () => {
  const platform = fakePlatform()
  for (const storage of [withoutStorage, platform.storage]) {
    const tokenDigests = createTokenDigests({ ...platform, storage })
    const first = tokenDigests.of('token')
    storage.remove('salt')
    expect(tokenDigests.of('token')).toBe(first)
  }
})

it('a token digest matches the token that it was made from on a page with another salt, and no other token', () => {
  const tokenDigest = createTokenDigests({ ...fakePlatform(), storage: withoutStorage }).of('token')
  const later = createTokenDigests({ random: other, storage: withoutStorage })
  expect(later.match(tokenDigest, 'token')).toBe(true)
  expect(later.match(tokenDigest, 'other')).toBe(false)
  expect(later.match('', 'token')).toBe(false)
  expect(later.match('no salt', 'token')).toBe(false)
})

it('a token digest that is stored with an event still matches its token in a later version of the library', () => {
  const stored = '00000000-0000-4000-8000-100000000000:14y9b4m7wii1pmnmh5jaav'
  expect(createTokenDigests(fakePlatform()).match(stored, 'token')).toBe(true)
})

it('a token digest does not contain the token', () => {
  expect(createTokenDigests(fakePlatform()).of('s3cret')).not.toContain('s3cret')
})

it('a token digest matches its token when the salt in storage contains a separator', () => {
  const platform = fakePlatform()
  platform.storage.set('salt', 'a:b')
  const tokenDigests = createTokenDigests(platform)
  expect(tokenDigests.match(tokenDigests.of('token'), 'token')).toBe(true)
})
