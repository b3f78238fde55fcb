import { expect, test } from 'vitest'
import type { ErrorGroup } from '../../../src/errors/errorGroups.ts'
import { readFilterSearch } from '../live/filterAddress.ts'
import { readRoute } from '../shell/route.ts'
import { addressIn, detailPath, errorHash, liveHash, periodIn } from './errorAddress.ts'

test.each([
  { fingerprint: 'a1b2', app: 'Rental Desk', promotion: 'production', period: '24h' },
  { fingerprint: 'a/b?c=d&e #f', app: 'A & B', period: '7d' },
  { fingerprint: '__proto__', app: '', promotion: '%', period: '1h' },
  { fingerprint: 'constructor', period: '24h' },
] as const)('the address of %j names the same error', (address) => {
  const { view, open, search } = readRoute(errorHash(address))
  expect(view).toBe('errors')
  expect(addressIn(open ?? '', search)).toEqual(address)
  const { fingerprint, ...rest } = address
  const [path = '', query] = detailPath(address).split('?')
  expect(decodeURIComponent(path.split('/').at(-1) ?? '')).toBe(fingerprint)
  expect(Object.fromEntries(new URLSearchParams(query))).toEqual(rest)
})

test.each(['', 'period=1y', 'period=', 'period=__proto__'])('an address with %j is of the last 24 hours', (search) =>
  expect(periodIn(search)).toBe('24h'),
)

test.each([
  ['a1b2', 'has:fingerprint=a1b2 app:"Rental Desk"'],
  ['a b', 'has:"fingerprint=a b" app:"Rental Desk"'],
])('the filter of Live for %s is %s', (fingerprint, typed) => {
  const group = { fingerprint, app: 'Rental Desk' } as ErrorGroup
  const { view, search } = readRoute(liveHash(group, { name: '1h', from: 1, until: 5, step: 1 }))
  expect(view).toBe('live')
  expect(readFilterSearch(search ?? '')).toMatchObject({ typed, between: { from: 1, to: 6 } })
})
