import { expect, test } from 'vitest'
import { tableCell } from './tableCell.ts'

const SECTION = `
|  | flags | ns |
| --- | --- | --- |
| v3 | 100 | 2457 |
| v3 | 10000 | 2907 |
`

test('a cell is found by the first cells of its row', () => {
  expect(tableCell(SECTION, { row: ['v3', '10000'], column: 3 })).toBe('2907')
})

test('a row that is not there is an error', () => {
  expect(() => tableCell(SECTION, { row: ['v4'], column: 3 })).toThrow('No table has a cell 3 in a row of v4.')
})
