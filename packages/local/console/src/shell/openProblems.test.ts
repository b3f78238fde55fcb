import { expect, test } from 'vitest'
import type { LifeStepName } from '../../../src/protocol/eventLife.ts'
import type { PageDelivery } from '../../../src/protocol/consoleConnections.ts'
import { openProblems, waitingFor } from './openProblems.ts'

const problem = {
  where: 'collector',
  message: 'no answer. Events that wait: 1 (T67)',
  isError: true,
  since: 5,
  at: 9,
  times: 2,
}
const desk = { app: 'Desk', page: 'http://desk.test/fleet' }
const shown = { where: 'collector', message: 'no answer. (T67)', since: 5, times: 2, pages: 1, tabs: ['0'] }

test.each([
  ['an error is shown', [[problem]], [shown]],
  ['a warning is not', [[{ ...problem, isError: false }]], []],
  ['an error that has ended is not', [[{ ...problem, endedAt: 12 }]], []],
  ['a page of an earlier version reports none', [undefined], []],
  [
    'the same code of the same destination is one, whatever number its words have',
    [[problem], [{ ...problem, message: 'no answer. Events that wait: 3 (T67)', since: 3, times: 1 }]],
    [{ ...shown, since: 3, times: 3, pages: 2, tabs: ['0', '1'] }],
  ],
  [
    'another destination has its own, and the oldest comes first',
    [[problem, { ...problem, where: 'heap', since: 1 }]],
    [{ ...shown, where: 'heap', since: 1 }, shown],
  ],
])('%s', (_, tabs, expected) => {
  expect(
    openProblems(tabs.map((problems, index) => ({ tab: String(index), ...desk, ...(problems && { problems }) }))),
  ).toEqual(expected)
})

const failing: PageDelivery = {
  ...{ name: 'collector', outcome: 'failed', reason: 'status 503', failures: 4, nextAt: 20, waiting: 2 },
  ...{ sentAt: 11, answeredAt: 12, failingSinceAt: 4 },
}
const known = { ...failing, app: 'Desk', origin: 'http://desk.test', pages: 1 }
const own = {
  where: 'collector',
  message: 'takes no events at present',
  since: 4,
  times: 1,
  pages: 1,
  tabs: ['0'],
  failing: known,
}

test.each([
  ['is shown at once', {}, [own]],
  ['is shown with its message, which says what to do', { problems: [problem] }, [{ ...shown, failing: known }]],
  [
    'is shown beside the problem of another one',
    { problems: [{ ...problem, where: 'heap' }] },
    [own, { ...shown, where: 'heap' }],
  ],
  ['is not shown while its page is quiet', { isQuiet: true as const, problems: [problem] }, []],
  ['is not shown when nothing waits for it', { deliveries: [{ ...failing, waiting: 0 }] }, []],
])('a destination that has failed twice in a row %s', (_, tab, expected) => {
  expect(openProblems([{ tab: '0', ...desk, deliveries: [failing], ...tab }])).toEqual(expected)
})

test.each<[string, readonly (readonly [LifeStepName, string?])[], number]>([
  ['one that was sent waits', [['stored'], ['sent', 'collector']], 1],
  ['one that was taken does not', [['stored'], ['sent', 'collector'], ['acknowledged', 'collector']], 0],
  ['one that was dropped does not', [['stored'], ['dropped', 'collector']], 0],
  ['one that is stored waits', [['completed'], ['stored']], 1],
  ['one that is pending does not yet', [['happened'], ['pending']], 0],
  ['one that only another destination was sent is not counted', [['stored'], ['sent', 'heap']], 0],
])('of the events of a destination that does not answer, %s', (_, steps, expected) => {
  const life = {
    id: 'a',
    copies: 0,
    tab: 'a',
    steps: steps.map(([step, destination]) => ({ step, at: 1, ...(destination && { destination }) })),
  }
  const rows = { chunks: [[{ id: 'a', stored: undefined, life }]], length: 1 }
  expect(waitingFor('collector', rows, ['b', 'a'])).toBe(expected)
  expect(waitingFor('collector', rows, ['b'])).toBe(0)
})
