import { describe, expect, it, test } from 'vitest'
import { uncaughtErrors } from '../../testing/uncaughtErrors.suite.ts'
import { createBus, createListeners } from './listeners.ts'

describe('listeners', () => {
  it('listeners are called with the arguments, in order, until they are removed', () => {
    const heard: string[] = []
    const listeners = createListeners<[string]>()
    const remove = listeners.add((what) => heard.push(`1 ${what}`))
    listeners.add((what) => heard.push(`2 ${what}`))
    listeners.notify('a')
    remove()
    remove()
    listeners.notify('b')
    expect(heard).toEqual(['1 a', '2 a', '2 b'])
  })

  it('listeners count one function added twice as two', () => {
    let calls = 0
    const count = () => (calls += 1)
    const listeners = createListeners<[]>()
    const removeFirst = listeners.add(count)
    listeners.add(count)
    expect(listeners.size).toBe(2)
    removeFirst()
    listeners.notify()
    expect(calls).toBe(1)
  })

  it('listeners that another listener removes during a notification are not called', () => {
    let calls = 0
    const listeners = createListeners<[]>()
    listeners.add(() => removeSecond())
    const removeSecond = listeners.add(() => (calls += 1))
    listeners.notify()
    expect(calls).toBe(0)
  })

  it('listeners that throw do not stop the others, and the page gets the error', async () => {
    const uncaught = uncaughtErrors()
    let calls = 0
    const listeners = createListeners<[]>()
    listeners.add(() => {
      throw new Error('broken listener')
    })
    listeners.add(() => (calls += 1))
    listeners.notify()
    await new Promise((resolve) => setTimeout(resolve))
    expect(calls).toBe(1)
    expect(uncaught).toEqual([new Error('broken listener')])
  })
})

interface Topics {
  weather: { degrees: number }
  news: string
}

test('a message reaches the listeners of its topic until they unsubscribe', () => {
  const bus = createBus<Topics>()
  const heard: unknown[] = []
  const stop = bus.on('weather', ({ degrees }) => heard.push(degrees))
  bus.on('news', (text) => heard.push(text))
  bus.publish('weather', { degrees: 7 })
  stop()
  bus.publish('weather', { degrees: 8 })
  bus.publish('news', 'spring')
  expect(heard).toEqual([7, 'spring'])
})

test('a topic is heard while it has a listener', () => {
  const bus = createBus<Topics>()
  expect(bus.isHeard('news')).toBe(false)
  const stop = bus.on('news', () => {})
  expect([bus.isHeard('news'), bus.isHeard('weather')]).toEqual([true, false])
  stop()
  expect(bus.isHeard('news')).toBe(false)
})
