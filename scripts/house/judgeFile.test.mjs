import { expect, test } from 'vitest'
import { judgeFile } from './judgeFile.mjs'

const lines = (/** @type {number} */ count) => `${Array.from({ length: count }, () => 'x').join('\n')}\n`

test('a file of 220 lines is within the rule, one line more is not', () => {
  expect(judgeFile('apps/demo/src/App.tsx', lines(220))).toEqual([])
  expect(judgeFile('apps/demo/src/App.tsx', lines(221))).toEqual([
    'apps/demo/src/App.tsx  221 lines, 220 at most: one file, one idea.',
  ])
})

test.each([
  ['class Store {}', 1],
  ['const Store = class {}', 1],
  ['\nexport class Store extends Base {}', 2],
  ['class Store implements Error {}', 1],
])('in the library %j is a class too many', (text, line) => {
  expect(judgeFile('packages/telltale/src/flags/store.ts', text)).toEqual([
    `packages/telltale/src/flags/store.ts:${line}  A class that is no Error: use a function.`,
  ])
})

test.each(['class Refused extends Error {}', 'class Refused extends TypeError {}', 'const word = "class Store {}"'])(
  'in the library %j is fine',
  (text) => {
    expect(judgeFile('packages/telltale/src/flags/store.ts', text)).toEqual([])
  },
)

test('elsewhere a class may be needed', () => {
  expect(judgeFile('packages/local/src/store.ts', 'class Store {}')).toEqual([])
})
