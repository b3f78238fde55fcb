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

test('isAccepting becomes false three seconds after an unacknowledged request, and true on the next acknowledgement', () => {
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

test('isAccepting stays true while the browser is offline', () => {
  vi.stubGlobal('navigator', { onLine: false })
  const { isAccepting, observer } = createAcceptance('collector')
  observer.onProgress({ id: 'a', step: 'sent', at: 0, destination: 'collector' })
  vi.advanceTimersByTime(3000)
  expect(isAccepting.get()).toBe(true)
})
