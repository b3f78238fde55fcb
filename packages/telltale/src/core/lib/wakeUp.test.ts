import { describe, expect, it } from 'vitest'
import { settle } from '../../testing/fakeClock.ts'
import { createWakeUp } from './wakeUp.ts'

const never = new AbortController().signal

describe('a wake-up', () => {
  it('wakes who waits', async () => {
    const wakeUp = createWakeUp(never)
    let isAwake = false
    void wakeUp.wait().then(() => (isAwake = true))
    await settle()
    expect(isAwake).toBe(false)
    wakeUp.notify()
    await settle()
    expect(isAwake).toBe(true)
  })

  it('remembers a ring that nobody waited for, once', async () => {
    const wakeUp = createWakeUp(never)
    wakeUp.notify()
    wakeUp.notify()
    await wakeUp.wait()
    let isAwake = false
    void wakeUp.wait().then(() => (isAwake = true))
    await settle()
    expect(isAwake).toBe(false)
  })

  it('rings again for who waits once more, whoever has stopped waiting meanwhile', async () => {
    const wakeUp = createWakeUp(never)
    void wakeUp.wait() // nobody looks at this one any more
    for (let count = 0; count < 3; count += 1) {
      const waiting = wakeUp.wait()
      wakeUp.notify()
      await waiting
    }
    let isAwake = false
    void wakeUp.wait().then(() => (isAwake = true))
    await settle()
    expect(isAwake).toBe(false)
  })

  it('wakes who waits when nobody wants it any more', async () => {
    const lifetime = new AbortController()
    const wakeUp = createWakeUp(lifetime.signal)
    const waiting = wakeUp.wait()
    lifetime.abort()
    await waiting
    await wakeUp.wait()
  })
})
