import { expect, it } from 'vitest'
import { fakePlatform } from '../testing/fakePlatform.ts'
import { credentials } from './credentials.ts'

it('is the same for a token on each page of the browser, and another for another token', () => {
  const platform = fakePlatform()
  const first = credentials(platform)('token')
  expect(credentials(platform)('token')).toBe(first)
  expect(credentials(platform)('other')).not.toBe(first)
})

it('is another one in another browser', () => {
  expect(credentials(fakePlatform())('token')).not.toBe(credentials({ ...fakePlatform(), random: other })('token'))
})

it('stays the same while the page lives where storage keeps nothing', () => {
  const { random, storage } = fakePlatform()
  const credentialOf = credentials({ random, storage: { ...storage, get: () => undefined, set: () => false } })
  expect(credentialOf('token')).toBe(credentialOf('token'))
})

const other = { number: () => 0.5, uuid: () => '919108f7-52d1-4320-9bac-f847db4148a8' }
