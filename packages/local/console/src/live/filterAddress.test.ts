import { expect, test } from 'vitest'
import { NO_FILTER, type EventFilter } from './eventFilter.ts'
import { filterSearch, readFilterSearch } from './filterAddress.ts'

test.each<Partial<EventFilter>>([
  {},
  { typed: 'refused:collector app:"Rental Desk" & more=100% #1' },
  { show: 'not delivered' },
  { user: 'stonebridge-civil:1042' },
  { tab: 'a/b?c' },
  { between: { from: 1_700_000_000_000, to: 1_700_000_005_000 } },
])('the filter %j is the same after it was written to the address and read', (part) => {
  const filter = { ...NO_FILTER, ...part }
  expect(readFilterSearch(filterSearch(filter))).toEqual(filter)
})

test('without a filter, the address has nothing', () => {
  expect(filterSearch(NO_FILTER)).toBe('')
  expect(filterSearch({ ...NO_FILTER, typed: ' ' })).toBe('')
})

test.each(['show=everything', 'from=1', 'from=yesterday&to=2', 'other=1', '%E0%A4%A'])(
  'of the typed address %j, what is no condition is ignored',
  (search) => {
    expect(readFilterSearch(search)).toEqual(NO_FILTER)
  },
)
