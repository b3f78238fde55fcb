import { expect, it } from 'vitest'
import { loadLater } from './loadLater.ts'
import { promiseClasses } from '../testing/promiseClasses.suite.ts'
import { fakeHost } from '../testing/fakeHost.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'

const part = { isPart: true }

it.each(promiseClasses)('a file is loaded when its promise is fulfilled, with %s', async (_, promiseOf) => {
  const platform = fakePlatform()
  const { bus } = fakeHost(platform)
  const loaded: object[] = []
  let loads = 0
  const load = () => promiseOf(async () => ((loads += 1) < 2 ? Promise.reject(new TypeError('not found')) : part))
  void loadLater(
    { load, platform, bus, signal: new AbortController().signal, where: 'test', missing: 'no file' },
    (one) => loaded.push(one),
  )
  expect(loaded).toEqual([])
  await platform.clock.advance(5_000)
  expect(loads).toBe(2)
  expect(loaded).toEqual([part])
})
