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
    change: (...keys: string[]) => [...tells].forEach((tell) => tell(keys)),
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

test('records what is shown at the end of the task, before its watcher hears of a change, and when all is', async () => {
  const { watchers, recorded, change } = start()
  watchers.add({ key: 'a', shown: { fallback: 1 }, listener: () => recorded.push('told') })
  watchers.add({ key: 'b', listener: () => {} })
  expect(recorded).toEqual([])
  await Promise.resolve()
  expect(recorded).toEqual(['a'])
  change('a', 'b')
  watchers.recordAll()
  expect(recorded).toEqual(['a', 'a', 'told', 'a'])
})

test('records nothing of what is shown no more at the end of the task, and the rest once', async () => {
  const { watchers, recorded } = start()
  const watcher = (key: string) => ({ key, shown: { fallback: 1 }, listener: () => {} })
  // As StrictMode does with effects.
  watchers.add(watcher('strict'))()
  watchers.add(watcher('strict'))
  watchers.add(watcher('gone'))()
  await Promise.resolve()
  watchers.add(watcher('later'))
  await Promise.resolve()
  expect(recorded).toEqual(['strict', 'later'])
})

test('a watcher that begins again when it is told is told once of each change', () => {
  const { watchers, change } = start()
  let told = 0
  const begin = () => {
    const end = watchers.add({
      key: 'a',
      listener() {
        told += 1
        end()
        begin()
      },
    })
  }
  begin()
  change('a')
  change('a')
  expect(told).toBe(2)
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
