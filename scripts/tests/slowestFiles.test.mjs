import { expect, test } from 'vitest'
import { slowestFiles } from './slowestFiles.mjs'

/** @param {readonly [name: string, time: string][]} files */
const report = (...files) => `<testsuites name="all" time="999">\n${files.map(suite).join('\n')}\n</testsuites>`

/** @param {readonly [name: string, time: string]} file */
const suite = ([name, time]) =>
  `<testsuite name="${name}" hostname="vm" tests="1" time="${time}">
<testcase name="adds" classname="${name}" time="99">\n</testcase>\n</testsuite>`

const TWELVE = /** @type {[string, string][]} */ (Array.from({ length: 12 }, (_, index) => [`${index}.ts`, `${index}`]))

test.each([
  ['no report', [], []],
  ['a report without tests', [''], []],
  [
    'the files of all reports, the slowest first',
    [report(['a.ts', '0.25'], ['b.ts', '12']), report(['c.spec.ts', '3.04'])],
    ['12.0 s  b.ts', '3.0 s  c.spec.ts', '0.3 s  a.ts'],
  ],
  [
    'a file of two projects once, with the time of both',
    [report(['a.ts', '2'], ['b.ts', '3'], ['a.ts', '2'])],
    ['4.0 s  a.ts', '3.0 s  b.ts'],
  ],
  ['ten at most', [report(...TWELVE)], [11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((index) => `${index}.0 s  ${index}.ts`)],
])('the slowest test files are named: %s', (_, reports, files) => {
  const [title, ...lines] = slowestFiles(reports)
  expect(title).toBe(files.length > 0 ? 'The slowest test files:' : undefined)
  expect(lines.map((line) => line.trim())).toEqual(files)
})
