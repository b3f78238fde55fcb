import { beforeEach, expect, test, vi } from 'vitest'
import { createAcceptance } from './acceptance.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { onLine: true })
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

test('a destination does not accept events from three seconds after a request until it accepts one', () => {
  const { isAccepting, observer } = createAcceptance('collector')
  const report = (step: 'sent' | 'acknowledged', destination = 'collector') =>
    observer.onProgress({ id: 'a', step, at: 0, destination })
  report('sent')
  vi.advanceTimersByTime(2000)
  report('sent')
  report('acknowledged', 'heap')
  expect(isAccepting.get()).toBe(true)
  vi.advanceTimersByTime(1000)
  expect(isAccepting.get()).toBe(false)
  report('acknowledged')
  vi.advanceTimersByTime(3000)
  expect(isAccepting.get()).toBe(true)
})

test('without a network, nothing is said about a destination', () => {
  vi.stubGlobal('navigator', { onLine: false })
  const { isAccepting, observer } = createAcceptance('collector')
  observer.onProgress({ id: 'a', step: 'sent', at: 0, destination: 'collector' })
  vi.advanceTimersByTime(3000)
  expect(isAccepting.get()).toBe(true)
})
