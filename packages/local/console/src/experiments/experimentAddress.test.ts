import { expect, test } from 'vitest'
import { readRoute } from '../shell/route.ts'
import { answerPath, experimentHash, placeIn } from './experimentAddress.ts'

test.each([
  { flag: 'new-pricing', app: 'Rental Desk', promotion: 'production', unit: 'person' },
  { flag: 'a/b?c=d&e #f', app: 'A & B', unit: 'company' },
  { flag: '__proto__', app: '', unit: '%' },
  { flag: 'constructor' },
])('the address of %j names the same experiment', (place) => {
  const { view, open, search } = readRoute(experimentHash(place))
  expect(view).toBe('experiments')
  expect(placeIn(open ?? '', search)).toEqual(place)
  const asked = new URLSearchParams(answerPath(place).split('?')[1])
  expect(Object.fromEntries(asked)).toEqual({ ...place })
})
