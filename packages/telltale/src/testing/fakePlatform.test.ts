import { expect, test } from 'vitest'
import { fakeDisk } from './fakeDisk.ts'
import { fakePlatform, type FakePlatform } from './fakePlatform.ts'

const mint = ({ random }: FakePlatform) => [random.uuid(), random.uuid()]

test('the ids of a fake platform do not depend on the platforms that were made before it', () => {
  expect(mint(fakePlatform())).toEqual(mint(fakePlatform()))
})

test('fake platforms that share a disk mint different ids', () => {
  const disk = fakeDisk()
  const [one, two] = [fakePlatform(undefined, disk), fakePlatform(undefined, disk)]
  expect(new Set([...mint(one), ...mint(two)]).size).toBe(4)
})
