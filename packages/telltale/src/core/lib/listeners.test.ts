import { describe, expect, it, onTestFinished } from 'vitest'
import { createListeners } from './listeners.ts'

/** Node's, where uncaught errors arrive; the sources know no Node. */
declare const process: {
  listeners(event: string): ((error: unknown) => void)[]
  on(event: string, listener: (error: unknown) => void): void
  removeAllListeners(event: string): void
}

describe('listeners', () => {
  it('are called with what is told, in order, until they are removed', () => {
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

  it('count one function added twice as two', () => {
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

  it('that another removes while all are told are not called any more', () => {
    let calls = 0
    const listeners = createListeners<[]>()
    listeners.add(() => removeSecond())
    const removeSecond = listeners.add(() => (calls += 1))
    listeners.notify()
    expect(calls).toBe(0)
  })

  it('that throw stop no other, and the page hears of it', async () => {
    const uncaught: unknown[] = []
    const hear = (error: unknown) => uncaught.push(error)
    const others = process.listeners('uncaughtException')
    process.removeAllListeners('uncaughtException')
    process.on('uncaughtException', hear)
    onTestFinished(() => {
      process.removeAllListeners('uncaughtException')
      for (const other of others) process.on('uncaughtException', other)
    })
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
