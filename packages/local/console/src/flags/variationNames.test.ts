import { expect, test } from 'vitest'
import { completeFlag } from '../../../src/flags/serverFlag.ts'
import { withoutVariation } from './flagEdits.ts'
import { variationChoices, withVariationName } from './variationNames.ts'

const named = (variationNames?: readonly (string | null)[]) =>
  completeFlag('f', { variations: ['a', 'b', 'c'], ...(variationNames && { variationNames }) })

test.each([
  [undefined, ['a', 'b', 'c']],
  [['first'], ['first: a', 'b', 'c']],
  [
    [null, 'second', null],
    ['a', 'second: b', 'c'],
  ],
])('with the names %j, a field offers %j', (names, labels) => {
  expect(variationChoices(named(names)).map(({ label }) => label)).toEqual(labels)
})

test.each([
  [undefined, 1, 'second', [null, 'second']],
  [['first'], 2, 'third', ['first', null, 'third']],
  [['first', 'second'], 0, '', [null, 'second']],
  [['first', 'second'], 1, '', ['first']],
  [['first'], 0, '', undefined],
  [undefined, 0, '', undefined],
])('the names %j with variation %i named %j are %j', (names, index, name, after) => {
  expect(withVariationName(named(names), index, name).variationNames).toEqual(after)
})

test.each([
  [undefined, undefined],
  [['first'], ['first']],
  [
    ['first', 'second', 'third'],
    ['first', 'third'],
  ],
  [[null, 'second'], undefined],
  [
    [null, null, 'third'],
    [null, 'third'],
  ],
])('the names %j without variation 1 are %j', (names, after) => {
  expect(withoutVariation(named(names), 1).variationNames).toEqual(after)
})
