import { expect, it } from 'vitest'
import { shareOf } from './shareOf.ts'

it.each([
  ['numbers', (index: number) => String(index)],
  ['ids with a common beginning', (index: number) => `person-${index}@first.example`],
  ['ids with a common end', (index: number) => `${index}000000000000`],
])('%s are spread evenly', (_, idOf) => {
  const counts = Array.from({ length: 10 }, () => 0)
  for (let index = 0; index < 20_000; index += 1) counts[Math.floor(shareOf(idOf(index)) * 10)]! += 1
  for (const count of counts) expect(Math.abs(count - 2_000)).toBeLessThan(200)
})

it('is always the same, so that a person is in or out on all devices and in all releases', () => {
  expect(['', 'ida', 'ädä'].map((text) => shareOf(text).toFixed(6))).toMatchInlineSnapshot(`
    [
      "0.000000",
      "0.424376",
      "0.363784",
    ]
  `)
})

it('the ids of a small company are spread, too, and no two of 20,000 are the same', () => {
  const ids = Array.from({ length: 20_000 }, (_, index) => shareOf(`u${index}`))
  expect(new Set(ids).size).toBeGreaterThan(19_995)
  const kept = ids.slice(0, 50).filter((share) => share < 0.5).length
  expect(Math.abs(kept - 25)).toBeLessThan(12)
})
