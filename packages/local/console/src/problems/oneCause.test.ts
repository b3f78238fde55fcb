import { expect, test } from 'vitest'
import { oneCause } from './oneCause.ts'
import type { ProblemRow } from './problemRows.ts'

const row = (where: string, code: string, more: Partial<ProblemRow> = {}): ProblemRow => ({
  ...{
    key: where + code,
    app: 'Desk',
    where,
    message: '',
    code,
    help: code,
    consequence: undefined,
    status: 'warning',
  },
  ...{ since: 5, at: 9, endedAt: undefined, times: 1, pages: ['http://desk.test/'], failing: undefined },
  ...more,
})
const said = (rows: readonly ProblemRow[]) =>
  oneCause(rows).map(({ where, status, consequence }) => [where, status, consequence])

test('messages that blocked requests may cause become one row', () => {
  const rows = [row('heap', 'T78'), row('flags', 'T94'), row('collector', 'T67', { status: 'error', since: 2 })]
  const other = row('flags', 'T145')
  expect(said([...rows, other])).toEqual([
    ['flags', 'warning', undefined],
    [
      'requests',
      'error',
      '3 messages of heap, flags, collector have this cause. Turn off the blocker for this page, or try another browser.',
    ],
  ])
  expect(oneCause(rows)[0]).toMatchObject({ since: 2, at: 9, pages: ['http://desk.test/'], causes: rows })
})

test.each([
  ['two messages', [row('heap', 'T78'), row('collector', 'T67')]],
  ['messages of one part', [row('heap', 'T78'), row('heap', 'T67'), row('heap', 'T149')]],
  ['messages that are past', ['heap', 'flags', 'collector'].map((where) => row(where, 'T78', { status: 'ended' }))],
  ['messages of several applications', ['A', 'B', 'C'].map((app) => row(`of ${app}`, 'T78', { app }))],
])('%s stay as they are', (_, rows) => {
  expect(oneCause(rows)).toEqual(rows)
})
