import { expect, test } from 'vitest'
import { hasStoppedPolling } from './consoleConnections.ts'

test('a client counts as stopped after ten minutes without a poll', () => {
  const now = 10_000_000
  expect([0, 600_000, 600_001].map((ago) => hasStoppedPolling({ lastAt: now - ago }, now))).toEqual([
    false,
    false,
    true,
  ])
})
