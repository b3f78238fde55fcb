import { describe, expect, it } from 'vitest'
import { settle } from '../../testing/fakeClock.ts'
import { createBell } from './bell.ts'

const never = new AbortController().signal

describe('a bell', () => {
  it('wakes who waits', async () => {
    const bell = createBell(never)
    let isAwake = false
    void bell.rung().then(() => (isAwake = true))
    await settle()
    expect(isAwake).toBe(false)
    bell.ring()
    await settle()
    expect(isAwake).toBe(true)
  })

  it('remembers a ring that nobody waited for, once', async () => {
    const bell = createBell(never)
    bell.ring()
    bell.ring()
    await bell.rung()
    let isAwake = false
    void bell.rung().then(() => (isAwake = true))
    await settle()
    expect(isAwake).toBe(false)
  })

  it('rings again for who waits once more, whoever has stopped waiting meanwhile', async () => {
    const bell = createBell(never)
    void bell.rung() // nobody looks at this one any more
    for (let count = 0; count < 3; count += 1) {
      const waiting = bell.rung()
      bell.ring()
      await waiting
    }
    let isAwake = false
    void bell.rung().then(() => (isAwake = true))
    await settle()
    expect(isAwake).toBe(false)
  })

  it('wakes who waits when nobody wants it any more', async () => {
    const lifetime = new AbortController()
    const bell = createBell(lifetime.signal)
    const waiting = bell.rung()
    lifetime.abort()
    await waiting
    await bell.rung()
  })
})
