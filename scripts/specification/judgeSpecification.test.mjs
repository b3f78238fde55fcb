import { describe, expect, test } from 'vitest'
import { judgeSpecification } from './judgeSpecification.mjs'

const tests = new Map([
  ['src/sum.test.ts', new Set(['adds', 'says `sum`', 'is a | b'])],
  ['scripts/it.test.mjs', new Set(['subtracts'])],
])
const PAGE = 'docs/specification.md'
const ADDS = '[sum.test.ts](../src/sum.test.ts) `adds`'

/** @param {readonly string[]} rows @param {string} [count] */
const judge = (rows, count = `Of ${rows.length} rows, 0 have no test yet.`) =>
  judgeSpecification(
    PAGE,
    [count, '', '| id | sentence | held by |', '| --- | --- | --- |', ...rows].join('\n'),
    (path) => tests.get(path),
  ).findings

describe('a row is accepted', () => {
  test.each([
    ['that names a test', ADDS],
    ['that names two tests', `${ADDS}<br>[it.test.mjs](../scripts/it.test.mjs) \`subtracts\``],
    ['that names a test with a backtick in its title', '[sum.test.ts](../src/sum.test.ts) ``says `sum` ``'],
    ['that names a test with a vertical bar in its title', '[sum.test.ts](../src/sum.test.ts) `is a \\| b`'],
    ['of a sentence that does not apply', '*Does not apply, for this reason:* the specification has no screens.'],
    ['of a sentence from which the behaviour differs', `*Differs, for this reason:* it is safer.<br>${ADDS}`],
  ])('%s', (_title, held) => {
    expect(judge([`| 4.1-1 | It adds. | ${held} |`])).toEqual([])
  })
})

describe('a row is refused', () => {
  test.each([
    [
      'that names a file that does not exist',
      '[gone.test.ts](../src/gone.test.ts) `adds`',
      '1-1: there is no test file src/gone.test.ts.',
    ],
    [
      'that names a title that does not exist',
      '[sum.test.ts](../src/sum.test.ts) `multiplies`',
      '1-1: src/sum.test.ts has no test with the title "multiplies".',
    ],
    [
      'that names a part of a title only',
      '[sum.test.ts](../src/sum.test.ts) `add`',
      '1-1: src/sum.test.ts has no test with the title "add".',
    ],
    ['that names neither a test nor a reason', '', '1-1: name a test or a reason, or write *No test yet*.'],
    [
      'whose reason is missing',
      '*Does not apply, for this reason:*',
      '1-1: "*Does not apply, for this reason:*" is neither a test nor a reason. A test is a link to its file and its title in backticks.',
    ],
    [
      'that says that it works',
      `works<br>${ADDS}`,
      '1-1: "works" is neither a test nor a reason. A test is a link to its file and its title in backticks.',
    ],
    [
      'that names a test without its file',
      '`adds`',
      '1-1: "`adds`" is neither a test nor a reason. A test is a link to its file and its title in backticks.',
    ],
    [
      'that differs for a reason, and names a test that does not exist',
      '*Differs, for this reason:* it is safer.<br>[sum.test.ts](../src/sum.test.ts) `x`',
      '1-1: src/sum.test.ts has no test with the title "x".',
    ],
  ])('%s', (_title, held, sentence) => {
    expect(judge([`| 1-1 | It adds. | ${held} |`])).toEqual([`${PAGE}:5  ${sentence}`])
  })

  test('whose id another row has', () => {
    expect(judge([`| 1-1 | It adds. | ${ADDS} |`, `| 1-1 | It adds twice. | ${ADDS} |`])).toEqual([
      `${PAGE}:6  1-1: another row has this id.`,
    ])
  })

  test.each([
    `| one | It adds. | ${ADDS} |`,
    `| 1-1 | | ${ADDS} |`,
    `| 1-1 | It adds. | ${ADDS} | more |`,
    '| 1-1 | It adds. |',
  ])('that is not an id, a sentence and what holds it: %s', (row) => {
    expect(judge([row])).toEqual([
      `${PAGE}:5  A row is | id | sentence | held by |, with an id such as 3.2-4. This one is: ${row}`,
    ])
  })
})

describe('the number of rows without a test', () => {
  const rows = [`| 1-1 | It adds. | ${ADDS} |`, '| 1-2 | It multiplies. | *No test yet* |']

  test('is accepted when the page states it', () => {
    expect(judge(rows, 'Of 2 rows, 1 has no test yet.')).toEqual([])
  })

  test.each(['Of 2 rows, 0 have no test yet.', 'Of 2 rows, 2 have no test yet.', 'Of 3 rows, 1 has no test yet.', ''])(
    'is refused when the page states another one: "%s"',
    (count) => {
      expect(judge(rows, count)).toEqual([`${PAGE}  The page has to state: "Of 2 rows, 1 has no test yet."`])
    },
  )

  test('is returned with the number of rows', () => {
    const { count } = judgeSpecification(PAGE, rows.join('\n'), (path) => tests.get(path))
    expect(count).toBe('Of 2 rows, 1 has no test yet.')
  })
})
