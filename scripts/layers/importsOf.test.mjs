import { expect, test } from 'vitest'
import { importsOf } from './importsOf.mjs'

test.each([
  ["import { a } from './a.ts'", './a.ts', false],
  ["import './a.ts'", './a.ts', false],
  ["import * as a from './a.ts'", './a.ts', false],
  ["import a from './a.ts'", './a.ts', false],
  ["import type { A } from './a.ts'", './a.ts', true],
  ["import { type A, type B } from './a.ts'", './a.ts', true],
  ["import { type A, b } from './a.ts'", './a.ts', false],
  ["import {} from './a.ts'", './a.ts', false],
  ["export { a } from './a.ts'", './a.ts', false],
  ["export * from './a.ts'", './a.ts', false],
  ["export * as a from './a.ts'", './a.ts', false],
  ["export type { A } from './a.ts'", './a.ts', true],
  ["export type * from './a.ts'", './a.ts', true],
  ["export { type A } from './a.ts'", './a.ts', true],
  ["const a = await import('./a.ts')", './a.ts', false],
  ['const a = () => `${await import(`./a.ts`)}`', './a.ts', false],
  ["let a: import('./a.ts').A", './a.ts', true],
  ["const a = require('./a.ts')", './a.ts', false],
  ["new Worker(new URL('./a.ts', import.meta.url))", './a.ts', false],
  ["declare module 'telltale' {}", 'telltale', true],
])('%s names %s (types only: %s)', (text, specifier, typeOnly) => {
  expect(importsOf('a.ts', text)).toEqual([{ specifier, typeOnly, line: 1 }])
})

test('what only looks like an import is none', () => {
  const text =
    "// import './a.ts'\nconst text = \"import './a.ts'\"\nnew URL('./a.ts', base)\nnew URL('./a.json', import.meta.url)"
  expect(importsOf('a.ts', text)).toEqual([])
})

test('the line is where the name stands, in TSX too', () => {
  const text = "const a = <p>hello</p>\n\nimport {\n  b,\n} from './b.ts'"
  expect(importsOf('a.tsx', text)).toEqual([{ specifier: './b.ts', typeOnly: false, line: 5 }])
})
