import { expect, test } from 'vitest'
import type { PageDelivery } from '../../../src/protocol/consoleConnections.ts'
import type { ReportedProblem } from '../feed/reportedProblems.ts'
import { currentRows, isOpen, problemRows, type ProblemRow } from './problemRows.ts'

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
  expect(problemRows(reported, [], 20)).toMatchObject(expected)
})

const failing: PageDelivery = {
  ...{ name: 'collector', outcome: 'failed', reason: 'status 503', failures: 4, waiting: 2 },
  ...{ sentAt: 11, answeredAt: 12, failingSinceAt: 4 },
}
const desk = { app: 'Desk', page: 'http://desk.test/fleet', deliveries: [failing] }

test('a destination that fails is a problem before a message reports it', () => {
  expect(problemRows([], [desk], 20)).toMatchObject([
    {
      ...shown,
      message: 'takes no events at present',
      code: undefined,
      help: 'T150',
      since: 4,
      at: 12,
      times: 1,
      pages: ['http://desk.test'],
    },
  ])
})

test('the message of a destination that fails has the state of the destination', () => {
  expect(problemRows([silent], [desk], 20)).toMatchObject([{ ...shown, failing: { failures: 4 } }])
  expect(problemRows([{ ...silent, endedAt: 8 }], [desk], 20).map(({ status }) => status)).toEqual(['error', 'ended'])
})

test.each([
  ['an answer with a status', 'status 503', 'T150'],
  ['no connection', 'no connection (its server is down, or CORS or a blocker forbids it)', 'T67'],
  ['no answer', 'no answer within 30 s', 'T67'],
  ['words of its own', 'the page is not ready', undefined],
])('the cause of a destination that fails with %s is explained', (_, reason, help) => {
  const rows = problemRows([], [{ ...desk, deliveries: [{ ...failing, reason }] }], 20)
  expect(rows.map((row) => row.help)).toEqual([help])
})

test.each([
  ['for more than 5 s', 5_012, 'has not answered for 5 s'],
  ['for less', 5_010, undefined],
])('a destination that has not answered %s', (_, now, message) => {
  const asked: PageDelivery = { name: 'collector', failures: 0, sentAt: 11, answeredAt: 4, outcome: 'delivered' }
  const rows = problemRows([], [{ ...desk, deliveries: [asked] }], now)
  expect(rows.map((row) => [row.status, row.message])).toEqual(message === undefined ? [] : [['warning', message]])
})

test('a destination is not reported as silent if no answer is pending, or if its failure is reported', () => {
  const deliveriesOf = (more: Partial<PageDelivery>) => [{ ...desk, deliveries: [{ ...failing, sentAt: 13, ...more }] }]
  const saysOf = (more: Partial<PageDelivery>, now = 60_000) =>
    problemRows([], deliveriesOf(more), now).map(({ message }) => message)
  expect(saysOf({})).toEqual(['takes no events at present'])
  expect(saysOf({ name: 'heap', failures: 0, failingSinceAt: undefined as never })).toEqual([])
})

test('at most ten past problems are shown, and none of a page that was closed more than ten minutes ago', () => {
  const gone = { ...silent, presence: 'gone' as const, lastSeenAt: 100_000 }
  const many = Array.from({ length: 12 }, (_, at) => ({ ...gone, at, message: String(at) }))
  const pastAt = (now: number) =>
    currentRows(problemRows([...many, silent], [], now), now).filter((row) => !isOpen(row))
  expect(pastAt(200_000).map(({ message }) => message)).toEqual(['11', '10', '9', '8', '7', '6', '5', '4', '3', '2'])
  expect(pastAt(700_001)).toEqual([])
})
