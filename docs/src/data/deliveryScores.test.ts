import { expect, test } from 'vitest'
import { deliveryScores, measuredBy } from './deliveryScores.ts'

const section = `\`npm run bench -- delivery\`, 2026-11-22, Chromium

| | one | two | three | 200 calls, ms |
| --- | --- | --- | --- | ---: |
| Telltale, run 1 | 6/6 | 0 → 20/20 | 20/20 | 4.0 |
| Telltale, run 2 | 6/6 | 0 → **19/20** | 20/20 | 3.8 |
| Another | **1/6** +1 | 20/20 +20 | **0/20** | 400 |
`

test('the worst run of a library counts, copies are no loss, and a call is a 200th of the last column', () => {
  expect(deliveryScores(section)).toEqual([
    { library: 'Telltale', passed: 2, scenarios: 3, callMicroseconds: 20 },
    { library: 'Another', passed: 1, scenarios: 3, callMicroseconds: 2000 },
  ])
})

test('a section of the results without a table stops the build', () => {
  expect(() => deliveryScores('no table')).toThrow('has no rows')
})

test('the command and the day are read from the section', () => {
  expect(measuredBy(section)).toBe('`npm run bench -- delivery`, 2026-11-22')
})
