import { describe, expect, test } from 'vitest'
import { chipsThatFit, columnLayout, COLUMNS, FIRST_COLUMNS } from './liveColumns.ts'

const shown = (width: number, chosen = FIRST_COLUMNS) => columnLayout(width, chosen).columns.map(({ column }) => column)

describe('columnLayout', () => {
  test('a wide list shows the selected columns in their fixed order', () => {
    expect(shown(1250, ['properties', 'user', 'flags'])).toEqual(['time', 'event', 'user', 'flags', 'properties'])
  })

  test('beside an open event, the list shows only the columns that identify an event', () => {
    expect(shown(780, COLUMNS)).toEqual(['time', 'delivery', 'event', 'user'])
  })

  test.each([320, 390, 700, 780, 940, 1250, 1900])('columns fill a list of %i pixels exactly', (width) => {
    const { columns } = columnLayout(width, COLUMNS)
    const used = columns.reduce((sum, column) => sum + column.width, 0) + 14 * (columns.length - 1) + 28
    expect(used).toBeLessThanOrEqual(width)
    expect(used).toBeGreaterThan(width - 10)
  })

  test('only a list that is too narrow for columns has two lines per event', () => {
    expect([0, 390, 619, 620].map((width) => columnLayout(width, COLUMNS).isNarrow)).toEqual([false, true, true, false])
  })
})

describe('chipsThatFit', () => {
  const texts = ['new-pricing true', 'quote-layout compact', 'banner {…}']
  test.each([
    [600, 3],
    [300, 2],
    [200, 1],
    [40, 0],
  ])('a width of %i pixels has room for %i of three chips', (width, count) => {
    expect(chipsThatFit(texts, width)).toBe(count)
  })

  test('a single chip needs no room for a counter of the others', () => {
    expect(chipsThatFit(['ab'], 26)).toBe(1)
  })
})
