import { expect, test } from 'vitest'
import { testTitles } from './testTitles.mjs'

/** @param {string} text @param {string} [path] */
const titles = (text, path = 'a.test.ts') => [...testTitles(path, text)]

test.each([
  [`it('adds', () => {})`, ['adds']],
  [`describe('a sum', () => { test("isn't negative", () => {}) })`, ["isn't negative"]],
  ['it(`adds`, () => {})', ['adds']],
  [`it.each([1])('adds %i', () => {})`, ['adds %i']],
  [`test.concurrent.each([1])('adds %i', () => {})`, ['adds %i']],
  [`it.each<[string]>([['adds'], ['subtracts']])('%s', () => {})`, ['adds', 'subtracts']],
  [`it.each(['adds', 'subtracts'] as const)('%s', () => {})`, ['adds', 'subtracts']],
  ['for (const n of [1]) test(`adds ${n} and ${n + 1}!`, () => {})', ['adds ${n} and ${n + 1}!']],
])('the titles in %s are read as the source text has them', (text, expected) => {
  expect(titles(text)).toEqual(expected)
})

test.each([
  `describe('a sum', () => {})`,
  `it.skip('adds', () => {})`,
  `it.todo('adds')`,
  `describe.skip('a sum', () => { it('adds', () => {}) })`,
  `test.describe('a sum', () => {})`,
  `const it = client(); it.send('adds')`,
  `// it('adds', () => {})`,
  `it.each(rows)('%s', () => {})`,
])('%s declares no test that a row can name', (text) => {
  expect(titles(text)).toEqual([])
})

test('a test file with JSX is read', () => {
  expect(titles(`it('renders', () => <p>it('is text')</p>)`, 'a.test.tsx')).toEqual(['renders'])
})
