import { expect, test } from 'vitest'
import { completeFlag, type ServerFlag } from '../../../src/flags/serverFlag.ts'
import { changeText } from './changeText.ts'

const flag = (more: Partial<ServerFlag> = {}) => completeFlag('f', { variations: [1, 2], ...more })

test.each([
  [undefined, flag(), 'created'],
  [flag(), undefined, 'removed'],
  [flag(), flag({ on: true }), 'turned on'],
  [flag({ on: true }), flag(), 'turned off'],
  [flag(), flag({ version: 9 }), 'saved without changes'],
  [flag(), flag({ on: true, rules: [{ clauses: [], variation: 1 }] }), 'turned on, changed rules'],
  [flag(), flag({ variationNames: ['one'], metadata: { team: 'a' } }), 'changed names of variations and metadata'],
  [
    flag(),
    flag({ variations: [1], targets: [{ variation: 0, values: ['a'] }], offVariation: 0 }),
    'changed variations, targets and the off variation',
  ],
])('the change from %j to %j is described as %j', (before, after, text) => {
  expect(changeText(before, after)).toBe(text)
})
