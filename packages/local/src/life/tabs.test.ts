import { expect, test, vi } from 'vitest'
import { createTabs } from './tabs.ts'

const report = (tab: string) => ({ tab, page: '/', app: 'Desk', identity: null, flags: 'live', steps: [] })

function start() {
  let now = 0
  const { reported, open, close } = createTabs(() => now)
  const after = (ms: number) => {
    now += ms
    return open().map(({ tab }) => tab)
  }
  return { reported, after, close }
}

test('a page that has closed is removed immediately, and a page that is silent is removed after a while', () => {
  const { reported, after, close } = start()
  reported(report('here'))
  reported({ ...report('left'), leaving: true })
  expect(after(1_000)).toEqual(['left', 'here'])
  expect(after(3_000)).toEqual(['here'])
  expect(after(60_000)).toEqual(['here'])
  expect(after(12_000)).toEqual([])
  close()
})

test('a page that moves to the background reports so and is kept', () => {
  const { reported, after, close } = start()
  reported({ ...report('hidden'), leaving: true })
  after(1_000)
  reported(report('hidden'))
  expect(after(60_000)).toEqual(['hidden'])
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

test('the problems of a page stay known when it is gone, and not those of a page that is back', () => {
  let now = 0
  const problem = { where: 'track', message: 'a warning (T61)', isError: false, since: 3, at: 9, times: 1 }
  vi.useFakeTimers()
  try {
    const swept = createTabs(() => now)
    swept.reported({ ...report('broken'), problems: [problem] })
    swept.reported(report('fine'))
    expect(swept.gone()).toEqual([])
    now += 80_000
    vi.advanceTimersByTime(1_000)
    expect(swept.gone()).toEqual([{ tab: 'broken', page: '/', app: 'Desk', problems: [problem] }])
    swept.reported({ ...report('broken'), problems: [problem] })
    expect(swept.gone()).toEqual([])
    swept.close()
  } finally {
    vi.useRealTimers()
  }
})
