import { expect, test } from 'vitest'
import { openCount } from './openCount.ts'

const NOW = 10_000_000
const poll = (ago: number) => ({
  ...({ protocol: 'evalx', environment: 'e', contextKey: `${ago}`, count: 1, lastStatus: 200 } as const),
  firstAt: 0,
  lastAt: NOW - ago,
})

test.each([
  [{ tabs: 0, streams: 0 }, [], 0],
  [{ tabs: 2, streams: 3 }, [], 5],
  [{ tabs: 1, streams: 1 }, [0, 300_000], 4],
  // The last message of the services may be older than the client's last poll by hours.
  [{ tabs: 1, streams: 1 }, [0, 600_001, 86_400_000], 3],
  [{ tabs: 0, streams: 0 }, [600_001], 0],
])('the badge of %j and of clients that polled %j ms ago is %i', (totals, agos, count) => {
  expect(openCount({ totals, polls: agos.map(poll) }, NOW)).toBe(count)
})
