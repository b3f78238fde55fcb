import { expect, test } from 'vitest'
import { byOwnClock } from './ownClock.ts'

const HOUR = 3_600_000
const AT = 100 * HOUR
const report = (now?: number) => ({
  ...{ tab: 't', page: '/', app: 'Desk', identity: null, flags: 'live', ...(now !== undefined && { now }) },
  steps: [{ id: '1', step: 'happened' as const, at: 99 * HOUR }],
  problems: [{ where: 'heap', message: 'm', isError: true, since: 98 * HOUR, at: 99 * HOUR, times: 5 }],
  deliveries: [
    {
      ...{ name: 'heap', failures: 3, waiting: 7, sentAt: 99 * HOUR },
      lastError: { at: 97 * HOUR, reason: 'status 503', failures: 3 },
    },
  ],
})

test('the times of a page whose clock is wrong are by the clock of the services', () => {
  expect(byOwnClock(report(99 * HOUR), AT)).toEqual({
    ...report(99 * HOUR),
    clockAheadMs: -HOUR,
    steps: [{ id: '1', step: 'happened', at: 100 * HOUR }],
    problems: [{ where: 'heap', message: 'm', isError: true, since: 99 * HOUR, at: 100 * HOUR, times: 5 }],
    deliveries: [
      {
        ...{ name: 'heap', failures: 3, waiting: 7, sentAt: 100 * HOUR },
        lastError: { at: 98 * HOUR, reason: 'status 503', failures: 3 },
      },
    ],
  })
})

test.each([
  ['agrees within a minute', AT - 60_000],
  ['is not known', undefined],
])('the report of a page whose clock %s stays as it is', (_, now) => {
  expect(byOwnClock(report(now), AT)).toEqual(report(now))
})
