import { expect, test } from 'vitest'
import { judgeSpecification } from './judgeSpecification.mjs'

const tests = new Map([['src/sum.test.ts', new Set(['adds', 'says `sum`', 'is a | b'])]])
const ADDS = '[sum.test.ts](../src/sum.test.ts) `adds`'
const NEITHER = 'is neither a test nor a reason. A test is a link to its file and its title in backticks.'

/** @param {readonly string[]} rows @param {string} [count] */
const judge = (rows, count = `Of ${rows.length} rows, 0 have no test yet.`) => {
  const text = [count, '', '| id | sentence | held by |', '| --- | --- | --- |', ...rows].join('\n')
  const { findings } = judgeSpecification('docs/specification.md', text, (path) => tests.get(path))
  return findings.map((finding) => finding.replace('docs/specification.md', ''))
}

test.each([
  ['a test', ADDS],
  ['two tests', `${ADDS}<br>${ADDS}`],
  ['a test with a backtick in its title', '[sum.test.ts](../src/sum.test.ts) ``says `sum` ``'],
  ['a test with a vertical bar in its title', '[sum.test.ts](../src/sum.test.ts) `is a \\| b`'],
  ['a reason why it does not apply', '*Does not apply, for this reason:* the specification has no screens.'],
  ['a reason why it differs, and a test', `*Differs, for this reason:* it is safer.<br>${ADDS}`],
])('a row is accepted with %s', (_what, held) => {
  expect(judge([`| 4.1-1 | It adds. | ${held} |`])).toEqual([])
})

test.each([
  ['a missing file', '[a](../src/gone.test.ts) `adds`', 'there is no test file src/gone.test.ts.'],
  ['a part of a title', '[a](../src/sum.test.ts) `add`', 'src/sum.test.ts has no test with the title "add".'],
  ['nothing', '', 'name a test or a reason, or write *No test yet*.'],
  ['an empty reason', '*Differs, for this reason:*', `"*Differs, for this reason:*" ${NEITHER}`],
  ['an assertion', `works<br>${ADDS}`, `"works" ${NEITHER}`],
  ['a test without its file', '`adds`', `"\`adds\`" ${NEITHER}`],
])('a row is refused with %s', (_what, held, sentence) => {
  expect(judge([`| 1-1 | It adds. | ${held} |`])).toEqual([`:5  1-1: ${sentence}`])
})

test('a row is refused whose id another row has', () => {
  const rows = [`| 1-1 | It adds. | ${ADDS} |`, `| 1-1 | It adds twice. | ${ADDS} |`]
  expect(judge(rows)).toEqual([':6  1-1: another row has this id.'])
})

test.each([
  `| one | It adds. | ${ADDS} |`,
  `| 1-1 | | ${ADDS} |`,
  `| 1-1 | It adds. | ${ADDS} | more |`,
  '| 1-1 | It adds. |',
])('a row is refused that is not an id, a sentence and what holds it: %s', (row) => {
  const sentence = `A row is | id | sentence | held by |, with an id such as 3.2-4. This one is: ${row}`
  expect(judge([row])).toEqual([`:5  ${sentence}`])
})

test('the page has to state how many rows have no test', () => {
  const rows = [`| 1-1 | It adds. | ${ADDS} |`, '| 1-2 | It multiplies. | *No test yet* |']
  const count = 'Of 2 rows, 1 has no test yet.'
  expect(judge(rows, count)).toEqual([])
  expect(judge(rows, 'Of 2 rows, 0 have no test yet.')).toEqual([`  The page has to state: "${count}"`])
})
