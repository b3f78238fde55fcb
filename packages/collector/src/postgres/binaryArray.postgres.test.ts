import { expect, it } from 'vitest'
import { postgresForTests } from '../testing/postgresForTests.ts'
import { floatArray, smallArray, textArray } from './binaryArray.ts'

const { query } = postgresForTests()

const read = async (type: string, array: Buffer) => {
  const { rows } = await query(`select $1::${type}[] as given, array_length($1::${type}[], 1) as length`, [array])
  return rows[0]
}

it.each([
  [[]],
  [['']],
  [[null]],
  [['one', null, '', 'NULL', 'ü😀', String.raw`{"a":"\\"}`, ',', 'x'.repeat(100_000), null]],
  [Array.from({ length: 5_000 }, (_, index) => (index % 3 ? String(index) : null))],
])('gives the server the texts %#', async (values: readonly (string | null)[]) => {
  expect(await read('text', textArray(values))).toEqual({ given: values, length: values.length || null })
})

it('gives a lone surrogate as the sign for what cannot be read', async () => {
  expect(await read('text', textArray(['a\uD800b', 'c']))).toMatchObject({ given: ['a\uFFFDb', 'c'] })
})

it('does not hide a NUL, which the server refuses', async () => {
  await expect(read('text', textArray(['a\0b']))).rejects.toMatchObject({ code: '22021' })
})

it('gives the server numbers', async () => {
  const floats = [0, -1.5, 1_700_000_000.123, 1e300, Number.NaN, Infinity, -Infinity]
  expect(await read('float8', floatArray(floats))).toMatchObject({ given: floats })
  expect(await read('float8', floatArray([]))).toMatchObject({ given: [] })
  const numbers = [0, 1, -1, 32_767, -32_768]
  expect(await read('int2', smallArray(numbers))).toMatchObject({ given: numbers })
})
