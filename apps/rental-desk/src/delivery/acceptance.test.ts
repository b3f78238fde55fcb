import { beforeEach, expect, test, vi } from 'vitest'
import type { ObservedLayer, Progress } from 'telltale'
import { createAcceptance } from './acceptance.ts'

/** Starts the observer, and returns what makes it hear a step. */
function hearing(observer: ReturnType<typeof createAcceptance>['observer']) {
  let report = (_step: Progress) => {}
  observer.start({ on: (_topic: string, listener: typeof report) => ((report = listener), () => {}) } as ObservedLayer)
  return (step: Progress['step'], destination = 'collector') => report({ id: 'a', step, at: 0, destination })
}

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
  const report = hearing(observer)
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
  hearing(observer)('sent')
  vi.advanceTimersByTime(3000)
  expect(isAccepting.get()).toBe(true)
})
