import { expect, test, vi } from 'vitest'
import { createFlagWatchers, type FlagWatcher } from './flagWatchers.ts'

function start() {
  const tells = new Set<(keys: Iterable<string>) => void>()
  const recorded: string[] = []
  const watchers = createFlagWatchers({
    onChange(listener) {
      tells.add(listener)
      return () => tells.delete(listener)
    },
    record: ({ key, shown }: FlagWatcher) => void (shown && recorded.push(key)),
  })
  return {
    watchers,
    recorded,
    subscriptions: () => tells.size,
    change: (...keys: string[]) => tells.forEach((tell) => tell(keys)),
  }
}

test('tells the watchers of the flags that have changed, and holds one subscription for as long as there are any', () => {
  const { watchers, subscriptions, change } = start()
  const told: string[] = []
  expect(subscriptions()).toBe(0)
  const ends = ['a', 'a', 'b'].map((key, index) => watchers.add({ key, listener: () => told.push(key + index) }))
  expect(subscriptions()).toBe(1)
  change('a', 'c')
  expect(told).toEqual(['a0', 'a1'])
  ends[0]?.()
  ends[0]?.()
  change('a', 'b')
  expect(told.slice(2)).toEqual(['a1', 'b2'])
  ends.forEach((end) => end())
  expect(subscriptions()).toBe(0)
  change('a')
  expect(told).toHaveLength(4)
})

test('records what is shown when it is shown, before its watcher hears of a change, and when all is', () => {
  const { watchers, recorded, change } = start()
  watchers.add({ key: 'a', shown: { fallback: 1 }, listener: () => recorded.push('told') })
  watchers.add({ key: 'b', listener: () => {} })
  change('a', 'b')
  watchers.recordAll()
  expect(recorded).toEqual(['a', 'a', 'told', 'a'])
})

test('a watcher that throws, or ends another one, keeps nobody else from hearing', async () => {
  const { watchers, change } = start()
  const uncaught = vi.fn()
  process.once('uncaughtException', uncaught)
  const told: string[] = []
  watchers.add({
    key: 'a',
    listener() {
      end()
      throw new Error('It broke.')
    },
  })
  const end = watchers.add({ key: 'a', listener: () => told.push('ended') })
  watchers.add({ key: 'a', listener: () => told.push('last') })
  const listeners = process.listeners('uncaughtException').filter((listener) => listener !== uncaught)
  listeners.forEach((listener) => process.off('uncaughtException', listener))
  change('a')
  await new Promise((resolve) => setTimeout(resolve))
  listeners.forEach((listener) => process.on('uncaughtException', listener))
  process.off('uncaughtException', uncaught)
  expect(told).toEqual(['last'])
})
