import { beforeEach, expect, test, vi } from 'vitest'
import { createAnswers } from './answers.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { onLine: true })
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

test('a destination is not answering from three seconds after a request until its next answer', () => {
  const { isAnswering, observer } = createAnswers('collector')
  const report = (step: 'sent' | 'acknowledged', destination = 'collector') =>
    observer.onProgress({ id: 'a', step, at: 0, destination })
  report('sent')
  vi.advanceTimersByTime(2000)
  report('sent')
  report('acknowledged', 'heap')
  expect(isAnswering.get()).toBe(true)
  vi.advanceTimersByTime(1000)
  expect(isAnswering.get()).toBe(false)
  report('acknowledged')
  vi.advanceTimersByTime(3000)
  expect(isAnswering.get()).toBe(true)
})

test('without a network, nothing is said about a destination', () => {
  vi.stubGlobal('navigator', { onLine: false })
  const { isAnswering, observer } = createAnswers('collector')
  observer.onProgress({ id: 'a', step: 'sent', at: 0, destination: 'collector' })
  vi.advanceTimersByTime(3000)
  expect(isAnswering.get()).toBe(true)
})
