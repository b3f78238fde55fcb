import { expect, test } from 'vitest'
import { tooSlow } from './tooSlow.mjs'

/** @param {Readonly<Record<string, readonly number[]>>} files the times of the tests of each */
const report = (files) =>
  Object.entries(files)
    .map(([file, times]) => {
      const tests = times.map(
        (time, index) => `<testcase name="test ${index}" classname="${file}" time="${time}">\n</testcase>`,
      )
      const sum = times.reduce((all, one) => all + one, 0)
      return `<testsuite name="${file}" tests="${times.length}" time="${sum}">\n${tests.join('\n')}\n</testsuite>`
    })
    .join('\n')

const perFile = /** @type {const} */ ({ per: 'file', seconds: 15, of: 100 })
const perTest = /** @type {const} */ ({ per: 'test', seconds: 15, of: 100 })

const SEVEN = Object.fromEntries(Array.from({ length: 7 }, (_, index) => [`${index}.ts`, [17]]))

test.each([
  ['a file that takes as long as its limit is not', perFile, { 'a.ts': [5, 10] }, []],
  [
    'a file that takes longer is, whatever its tests take',
    perFile,
    { 'a.ts': [8, 8], 'b.ts': [1] },
    ['a.ts\ntook 16.0 s'],
  ],
  [
    'a test that takes longer is',
    perTest,
    { 'a.spec.ts': [1, 16], 'b.spec.ts': [14, 14] },
    ['a.spec.ts: test 1\ntook 16.0 s'],
  ],
  ['the limit does not shrink with the sum', perFile, { 'a.ts': [15.1] }, ['a.ts\ntook 15.1 s']],
  [
    'a machine on which everything takes 1.4 times as long has 1.4 times the limit',
    perFile,
    { 'a.ts': [20], ...SEVEN },
    [],
  ],
  ['a file that takes longer there, too, is', perFile, { 'a.ts': [20, 2], ...SEVEN }, ['a.ts\ntook 22.0 s']],
  ['an empty report has nothing', perTest, {}, []],
])('what is too slow fails: %s', (_, limit, files, expected) => {
  const { slow, note } = tooSlow(report(files), limit)
  expect(note).toBeUndefined()
  expect(slow.map((one) => one.split('. ')[0])).toEqual(expected)
})

test('the sentence names the limit and what to do', () => {
  expect(tooSlow(report({ 'a.ts': [16] }), perFile).slow).toEqual([
    'a.ts\ntook 16.0 s. The limit of a file is 15.0 s here: divide it, or leave what takes long to a *.nightly.* file.',
  ])
})

test('nothing is judged, and a note says so, on a machine on which everything takes more than 1.5 times as long', () => {
  expect(tooSlow(report({ 'a.ts': [150] }), perFile).slow).toHaveLength(1)
  expect(tooSlow(report({ 'a.ts': [151] }), perFile)).toEqual({
    slow: [],
    note: 'The limit of a file was not judged: all take 151 s, and 100 s on two idle cores.',
  })
})
