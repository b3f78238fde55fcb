import { describe, expect, test } from 'vitest'
import { readRoute, routeHash } from './route.ts'

describe('the address', () => {
  test.each([
    ['', { view: 'live', open: undefined }],
    ['#flags', { view: 'flags', open: undefined }],
    ['#/people/', { view: 'people', open: undefined }],
    ['#flags/new-pricing', { view: 'flags', open: 'new-pricing' }],
    ['#live?filter=is%3Alate', { view: 'live', open: undefined, search: 'filter=is%3Alate' }],
    ['#live/e1?user=a%2Fb', { view: 'live', open: 'e1', search: 'user=a%2Fb' }],
    ['#live?', { view: 'live', open: undefined }],
    ['#nowhere/at-all', { view: 'live', open: 'at-all' }],
    ['#live/%E0%A4%A', { view: 'live', open: '%E0%A4%A' }],
  ])('the hash %j is parsed as %j', (hash, route) => {
    expect(readRoute(hash)).toEqual(route)
  })

  test('a route with any name is the same after formatting and parsing', () => {
    const route = { view: 'people', open: 'a/b:c? #d', search: 'filter=a' } as const
    expect(readRoute(routeHash(route))).toEqual(route)
  })
})
