import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTabs } from './tabs.ts'

const MINUTE = 60_000

const report = (tab: string) => ({ tab, page: '/', app: 'Desk', identity: null, flags: 'live', steps: [] })

/** Tabs at a clock that the test moves. */
function start() {
  let now = 0
  const tabs = createTabs(() => now)
  /** What is said of each page some time later. */
  const after = (ms: number) => {
    now += ms
    vi.advanceTimersByTime(1000)
    return tabs.open().map(({ tab, isQuiet = false }) => (isQuiet ? `${tab}: quiet` : tab))
  }
  return { ...tabs, after }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a page that has closed is removed immediately', () => {
  const { reported, after, close } = start()
  reported(report('here'))
  reported({ ...report('left'), leaving: true })
  expect(after(1_000)).toEqual(['left', 'here'])
  reported(report('here'))
  expect(after(3_000)).toEqual(['here'])
  close()
})

test('a page that is not heard from for six seconds is quiet until it is heard again', () => {
  const { reported, after, open, close } = start()
  reported(report('killed'))
  expect(after(5_000)).toEqual(['killed'])
  expect(after(2_000)).toEqual(['killed: quiet'])
  expect(after(60_000)).toEqual(['killed: quiet'])
  reported(report('killed'))
  expect(after(1_000)).toEqual(['killed'])
  expect(open()[0]?.openedAt).toBe(0)
  close()
})

test('a page in the background is quiet only after its browser would have let it report', () => {
  const { reported, after, close } = start()
  reported({ ...report('hidden'), isHidden: true, leaving: true })
  after(1_000)
  reported({ ...report('hidden'), isHidden: true })
  expect(after(60_000)).toEqual(['hidden'])
  expect(after(20_000)).toEqual(['hidden: quiet'])
  close()
})

test('a page that was killed is gone after ten minutes, and one in the background, which may be frozen, after a day', () => {
  const { reported, after, close } = start()
  reported(report('shown'))
  reported({ ...report('hidden'), isHidden: true })
  expect(after(9 * MINUTE)).toEqual(['hidden: quiet', 'shown: quiet'])
  expect(after(2 * MINUTE)).toEqual(['hidden: quiet'])
  expect(after(23 * 60 * MINUTE)).toEqual(['hidden: quiet'])
  expect(after(60 * MINUTE)).toEqual([])
  close()
})

test('the listeners hear that a page has become quiet', () => {
  const { reported, after, subscribe, close } = start()
  reported(report('killed'))
  const listener = vi.fn<() => void>()
  subscribe(listener)
  after(5_000)
  expect(listener).not.toHaveBeenCalled()
  after(2_000)
  after(2_000)
  expect(listener).toHaveBeenCalledTimes(1)
  close()
})

test('a page has the problems of its latest report, and the latest of the errors among them', () => {
  const reported = createTabs(() => 0)
  const problem = { where: 'track', message: 'a warning (T61)', isError: false, since: 3, at: 9, times: 1 }
  const failed = { where: 'collector', message: 'no answer (T67)', isError: true, since: 1, at: 5, times: 2 }
  const refused = { where: 'heap', message: 'another project (T77)', isError: true, since: 1, at: 4, times: 1 }
  reported.reported({ ...report('a'), problems: [failed, problem, refused] })
  expect(reported.open()).toMatchObject([
    { problems: [failed, problem, refused], lastError: { at: 5, message: 'collector: no answer (T67)' } },
  ])
  reported.reported(report('an older page'))
  expect(reported.open()[0]).not.toHaveProperty('problems')
  reported.close()
})

const collector = { name: 'collector', failures: 0, answeredAt: 9, waiting: 0 }
const lastError = { at: 7, reason: 'status 503', failures: 3 }
const silent = { where: 'collector', message: 'no answer (T67)', isError: true, since: 1, at: 5, times: 1 }

test.each([
  ['that fails', [{ ...collector, outcome: 'failed', lastError }], [], { at: 7, message: 'collector: status 503' }],
  [
    'that works again',
    [{ ...collector, outcome: 'delivered', lastError }],
    [],
    { at: 7, message: 'collector: status 503', isPast: true },
  ],
  [
    'whose message says what to do',
    [{ ...collector, outcome: 'failed', lastError }],
    [silent],
    { at: 5, message: 'collector: no answer (T67)' },
  ],
  [
    'that fails, beside another one that works again and failed later',
    [
      { ...collector, outcome: 'failed', lastError },
      { ...collector, name: 'heap', outcome: 'delivered', lastError: { ...lastError, at: 8 } },
    ],
    [],
    { at: 7, message: 'collector: status 503' },
  ],
  ['that has had no error', [{ ...collector, outcome: 'delivered' }], [], undefined],
] as const)('a page has the error of a destination %s', (_, deliveries, problems, expected) => {
  const reported = createTabs(() => 0)
  reported.reported({ ...report('a'), destinations: ['collector'], deliveries, problems })
  expect(reported.open()).toMatchObject([{ destinations: ['collector'], deliveries }])
  expect(reported.open()[0]?.lastError).toEqual(expected)
  reported.close()
})

test('a page that is gone stays known with its problems and its latest report, and not one that is back', () => {
  const { reported, after, gone, close } = start()
  const problem = { where: 'track', message: 'a warning (T61)', isError: false, since: 3, at: 9, times: 1 }
  reported({ ...report('broken'), problems: [problem] })
  reported(report('fine'))
  after(MINUTE)
  expect(gone()).toEqual([])
  after(10 * MINUTE)
  const here = { page: '/', app: 'Desk', lastSeenAt: 0 }
  expect(gone()).toEqual([
    { tab: 'fine', ...here },
    { tab: 'broken', ...here, problems: [problem] },
  ])
  reported({ ...report('broken'), problems: [problem] })
  expect(gone()).toEqual([{ tab: 'fine', ...here }])
  close()
})
