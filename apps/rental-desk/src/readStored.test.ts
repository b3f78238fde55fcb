import { expect, test } from 'vitest'
import { isObject, readStored } from './readStored.ts'

const storing = (text: string | null) => ({ getItem: (key: string) => (key === 'desk' ? text : null) })

test('a stored value of the right shape is returned', () => {
  expect(readStored(storing('{"a":1}'), 'desk', isObject)).toEqual({ a: 1 })
})

test.each([null, '', 'grace', '7', 'null', '[]'])('%j is not a stored object', (text) => {
  expect(readStored(storing(text), 'desk', isObject)).toBeUndefined()
})
