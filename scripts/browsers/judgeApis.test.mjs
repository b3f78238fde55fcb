import { expect, test } from 'vitest'
import { judgeApis } from './judgeApis.mjs'
import { apiTable, statement } from './statement.mjs'

/** @param {string} name @returns {import('./touchedApis.mjs').Touch} */
const touch = (name) => ({ name, kind: 'global', owners: [], own: name, isLanguage: false, place: `${name}.ts:1` })

/** @param {string | false} version @returns {any} */
const since = (version) => ({
  support: Object.fromEntries(
    ['chrome', 'chrome_android', 'edge', 'firefox', 'firefox_android', 'safari', 'safari_ios'].map((browser) => [
      browser,
      { version_added: version },
    ]),
  ),
})

/** @type {Record<string, any>} */
const rows = { fetch: since('40'), locks: since('96'), gone: since(false) }
const locks = { what: 'Locks', apis: ['locks'], without: 'Alone.', test: { file: 'a.test.ts', title: 'alone' } }

/** @param {readonly string[]} names */
const judge = (names, usedIfThere = [locks], titles = ['alone']) =>
  judgeApis(names.map(touch), {
    rowOf: ({ name }) => rows[name],
    usedIfThere,
    titlesOf: (file) => (file === 'a.test.ts' ? new Set(titles) : undefined),
  })

test('what is used if there does not decide the oldest versions', () => {
  const { oldest, findings } = judge(['fetch', 'locks'])
  expect([statement(oldest), findings]).toEqual(['Chrome 40, Edge 40, Firefox 40, Safari 40', []])
})

test('what is required decides the oldest versions, and is named', () => {
  const { oldest, deciding } = judge(['fetch', 'locks'], [])
  expect([oldest['Safari'], deciding['Safari']]).toEqual(['96', ['locks']])
})

test('an API that the tables do not list is a finding', () => {
  expect(judge(['fetch', 'locks', 'newest']).findings).toEqual([
    'newest.ts:1  newest has no row in the compatibility tables.',
  ])
})

test('a required API that a browser has in no version is a finding for this browser', () => {
  expect(judge(['fetch', 'locks', 'gone']).findings).toContain(
    'gone.ts:1  gone is required, and no version of Firefox has it.',
  )
})

test('an entry for an API that is no longer touched is a finding', () => {
  expect(judge(['fetch']).findings).toEqual(['usedIfThere names locks, which the bundle does not touch.'])
})

test('an entry without the test that shows it is a finding', () => {
  expect(judge(['fetch', 'locks'], [locks], []).findings).toEqual(['usedIfThere: a.test.ts has no test “alone”.'])
})

test('the table has the versions, what a page does without it, and the test', () => {
  const text = apiTable(judge(['fetch', 'locks']), { count: 2, tables: '1.0' })
  expect(text).toContain('| Locks | 96 | 96 | 96 | 96 | Alone. | alone |')
  expect(text).toContain('**Chrome 40, Edge 40, Firefox 40, Safari 40**')
})
