import { describe, expect, it } from 'vitest'
import { settle } from '../../testing/fakeClock.ts'
import { createBell } from './bell.ts'

const never = new AbortController().signal

describe('a bell', () => {
  it('wakes who waits', async () => {
    const bell = createBell()
    let isAwake = false
    void bell.rung(never).then(() => (isAwake = true))
    await settle()
    expect(isAwake).toBe(false)
    bell.ring()
    await settle()
    expect(isAwake).toBe(true)
  })

  it('remembers a ring that nobody waited for, once', async () => {
    const bell = createBell()
    bell.ring()
    bell.ring()
    await bell.rung(never)
    let isAwake = false
    void bell.rung(never).then(() => (isAwake = true))
    await settle()
    expect(isAwake).toBe(false)
  })

  it('wakes who waits when nobody wants it any more', async () => {
    const bell = createBell()
    const caller = new AbortController()
    const waiting = bell.rung(caller.signal)
    caller.abort()
    await waiting
    await bell.rung(caller.signal)
  })
})
