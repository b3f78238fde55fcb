import { expect, test } from 'vitest'
import { createFlagCache } from './flagCache.ts'
import { readFlags } from './wireFlags.ts'
import { fakeDisk } from '../testing/fakeDisk.ts'

const person = (key: string, more = {}) => ({ kind: 'user', key, ...more })
const flags = (value: unknown) => readFlags({ a: { value, version: 1 } }) ?? {}
const cacheOn = (disk = fakeDisk(), environment = 'env', maxCachedContexts = 5) => ({
  disk,
  cache: createFlagCache(disk.storage, environment, maxCachedContexts),
})
const textOn = ({ storage }: ReturnType<typeof fakeDisk>) =>
  storage
    .keys('')
    .map((key) => key + storage.get(key))
    .join('\n')

test('the cache returns flags for the same keys and environment only', () => {
  const { cache, disk } = cacheOn()
  cache.write(person('ann'), flags(1))
  expect(cache.read(person('ann', { name: 'Ann' }))).toEqual(flags(1))
  expect(cache.read(person('bob'))).toBeUndefined()
  expect(cache.read({ kind: 'org', key: 'ann' })).toBeUndefined()
  expect(cacheOn(disk, 'other').cache.read(person('ann'))).toBeUndefined()
})

test('the cache finds a context of several kinds in any order of the kinds', () => {
  const { cache } = cacheOn()
  cache.write({ kind: 'multi', a: { key: '1' }, b: { key: '2' } }, flags(1))
  expect(cache.read({ kind: 'multi', b: { key: '2' }, a: { key: '1' } })).toBeDefined()
  expect(cache.read({ kind: 'multi', a: { key: '2' }, b: { key: '1' } })).toBeUndefined()
})

test('the cache stores no personal data', () => {
  const { cache, disk } = cacheOn()
  cache.write(person('ann@hire.test', { name: 'Ann Smith' }), flags(1))
  expect(textOn(disk)).not.toMatch(/ann|Smith|hire/i)
})

test('the cache keeps the five contexts that were written last', () => {
  const { cache, disk } = cacheOn()
  for (const key of ['a', 'b', 'c', 'd', 'e']) cache.write(person(key), flags(key))
  cache.write(person('a'), flags('a again'))
  cache.write(person('f'), flags('f'))
  const kept = ['a', 'b', 'c', 'd', 'e', 'f'].filter((key) => cache.read(person(key)))
  expect(kept).toEqual(['a', 'c', 'd', 'e', 'f'])
  expect(JSON.parse(disk.storage.get('flags') ?? '')).toHaveLength(5)
})

test('the cache keeps a million characters at most, and does not store a longer entry', () => {
  const { cache, disk } = cacheOn()
  cache.write(person('a'), flags('x'.repeat(600_000)))
  cache.write(person('b'), flags('x'.repeat(600_000)))
  expect(cache.read(person('a'))).toBeUndefined()
  expect(cache.read(person('b'))).toBeDefined()
  cache.write(person('c'), flags('x'.repeat(1_000_001)))
  expect(cache.read(person('c'))).toBeUndefined()
  expect(textOn(disk).length).toBeLessThan(1_000_200)
})

test('the cache is empty when storage refuses or contains garbage', () => {
  const { cache, disk } = cacheOn()
  disk.condition = 'refuses'
  cache.write(person('a'), flags(1))
  expect(cache.read(person('a'))).toBeUndefined()
  disk.condition = 'well'
  cache.write(person('a'), flags(1))
  const kept = disk.storage.get('flags') ?? ''
  const others = ['null', '[]', '5'].map((garbage) => kept.replace(/\{"a":.*?\}\}/, garbage))
  for (const garbage of ['', '{', 'null', '[]', '[null,5]', '{"not":"a list"}', ...others]) {
    disk.storage.set('flags', garbage)
    expect(cache.read(person('a'))).toBeUndefined()
  }
})

test('on a full disk the cache evicts the oldest entries', () => {
  const { cache, disk } = cacheOn()
  const { set } = disk.storage
  cache.write(person('a'), flags('a'))
  cache.write(person('b'), flags('b'))
  disk.storage.set = (key, value) => JSON.parse(value).length < 3 && set(key, value)
  cache.write(person('c'), flags('c'))
  expect(['a', 'b', 'c'].filter((key) => cache.read(person(key)))).toEqual(['b', 'c'])
})

test('a cache for two contexts keeps the flags of the two latest contexts', () => {
  const { cache } = cacheOn(fakeDisk(), 'env', 2)
  for (const key of ['ann', 'bob', 'cleo']) cache.write(person(key), flags(1))
  expect(['ann', 'bob', 'cleo'].filter((key) => cache.read(person(key)))).toEqual(['bob', 'cleo'])
})
