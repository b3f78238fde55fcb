import { expect, test } from 'vitest'
import { typeName } from './typeName.ts'

test.each<[unknown, string]>([
  [null, 'null'],
  [undefined, 'undefined'],
  [[], 'array'],
  [{}, 'object'],
  ['', 'string'],
  [0, 'number'],
  [Number.NaN, 'NaN'],
  [false, 'boolean'],
  [() => {}, 'function'],
])('the type of %o is %s', (value, name) => expect(typeName(value)).toBe(name))
