import { expect, test } from 'vitest'
import type { PageDelivery } from '../../../src/protocol/consoleConnections.ts'
import type { ReportedProblem } from '../feed/reportedProblems.ts'
import { problemRows, type ProblemRow } from './problemRows.ts'

const silent: ReportedProblem = {
  ...{ where: 'collector', message: 'no answer. Events that wait: 1 (T67)', isError: true },
  ...{ since: 5, at: 9, times: 2, tab: 'one', page: 'http://desk.test/fleet', app: 'Desk', presence: 'heard' },
}
const shown: Partial<ProblemRow> = {
  ...{ app: 'Desk', where: 'collector', message: 'no answer.', code: 'T67', status: 'error' },
  ...{ since: 5, at: 9, times: 2, pages: ['http://desk.test/fleet'] },
}
const other = { ...silent, message: 'no answer. Events that wait: 7 (T67)', tab: 'two', page: 'http://desk.test/' }

test.each<[string, readonly ReportedProblem[], readonly Partial<ProblemRow>[]]>([
  ['has its code beside its sentence', [silent], [shown]],
  [
    'of two pages of an application is one',
    [silent, { ...other, since: 3 }],
    [{ ...shown, since: 3, times: 4, pages: ['http://desk.test/fleet', 'http://desk.test/'] }],
  ],
  [
    'of another application has its own row',
    [silent, { ...other, app: 'Shop', at: 8 }],
    [shown, { app: 'Shop', at: 8 }],
  ],
  [
    'that has ended comes last',
    [{ ...silent, endedAt: 12, at: 20 }, other],
    [{ at: 9 }, { endedAt: 12, status: 'ended' }],
  ],
  [
    'whose page is gone comes last, after a warning',
    [
      { ...silent, presence: 'gone', at: 20 },
      { ...other, isError: false },
    ],
    [{ status: 'warning' }, { status: 'gone' }],
  ],
  [
    'whose page is quiet is not current',
    [{ ...silent, presence: 'quiet', at: 20 }, other],
    [
      { status: 'error', at: 9 },
      { status: 'quiet', at: 20 },
    ],
  ],
  [
    'without a code is told by its words',
    [{ ...silent, message: 'useHeaperIdentity() error' }],
    [{ message: 'useHeaperIdentity() error', code: undefined }],
  ],
])('a problem %s', (_, reported, expected) => {
  expect(problemRows(reported, [])).toMatchObject(expected)
})

const failing: PageDelivery = {
  ...{ name: 'collector', outcome: 'failed', reason: 'status 503', failures: 4, waiting: 2 },
  ...{ sentAt: 11, answeredAt: 12, failingSinceAt: 4 },
}
const desk = { app: 'Desk', page: 'http://desk.test/fleet', deliveries: [failing] }

test('a destination that fails before there is a message of it is a problem', () => {
  expect(problemRows([], [desk])).toMatchObject([
    {
      ...shown,
      message: 'takes no events at present',
      code: undefined,
      since: 4,
      at: 12,
      times: 1,
      pages: ['http://desk.test'],
    },
  ])
})

test('a destination that fails tells more of its message', () => {
  expect(problemRows([silent], [desk])).toMatchObject([{ ...shown, failing: { failures: 4 } }])
  expect(problemRows([{ ...silent, endedAt: 8 }], [desk]).map(({ status }) => status)).toEqual(['error', 'ended'])
})
