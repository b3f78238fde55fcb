import { expect, it } from 'vitest'
import { valueOr } from './valueOr.ts'

it.each<[unknown, unknown, unknown]>([
  [true, false, true],
  ['compact', 'classic', 'compact'],
  [0, 1, 0],
  ['', 'classic', ''],
  [{ a: 1 }, {}, { a: 1 }],
  [1, '1', '1'],
  [undefined, false, false],
  [null, {}, {}],
  [null, null, null],
  ['anything', null, 'anything'],
  [undefined, null, null],
])('%j with the fallback %j is %j', (value, fallback, result) => expect(valueOr(value, fallback)).toEqual(result))
