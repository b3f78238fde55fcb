import { describe, expect, it } from 'vitest'
import { settle } from '../../testing/fakePlatform.ts'
import { createWakeUp } from './waits.ts'

const never = new AbortController().signal

describe('a wake-up', () => {
  it('a wake-up ends a wait', async () => {
    const wakeUp = createWakeUp(never)
    let isAwake = false
    void wakeUp.wait().then(() => (isAwake = true))
    await settle()
    expect(isAwake).toBe(false)
    wakeUp.notify()
    await settle()
    expect(isAwake).toBe(true)
  })

  it('a wake-up keeps one notification that comes before a wait', async () => {
    const wakeUp = createWakeUp(never)
    wakeUp.notify()
    wakeUp.notify()
    await wakeUp.wait()
    let isAwake = false
    void wakeUp.wait().then(() => (isAwake = true))
    await settle()
    expect(isAwake).toBe(false)
  })

  it('a wake-up ends the next wait too, even if an earlier waiter has stopped', async () => {
    const wakeUp = createWakeUp(never)
    void wakeUp.wait() // the result of this wait is not used
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

  it('a wake-up ends a wait when its signal aborts', async () => {
    const lifetime = new AbortController()
    const wakeUp = createWakeUp(lifetime.signal)
    const waiting = wakeUp.wait()
    lifetime.abort()
    await waiting
    await wakeUp.wait()
  })
})
