import { describe, expect, test } from 'vitest'
import { readRoute, routeHash } from './route.ts'

describe('the address', () => {
  test.each([
    ['', { view: 'live', open: undefined }],
    ['#flags', { view: 'flags', open: undefined }],
    ['#/people/', { view: 'people', open: undefined }],
    ['#flags/new-pricing', { view: 'flags', open: 'new-pricing' }],
    ['#nowhere/at-all', { view: 'live', open: 'at-all' }],
    ['#live/%E0%A4%A', { view: 'live', open: '%E0%A4%A' }],
  ])('the hash %j is parsed as %j', (hash, route) => {
    expect(readRoute(hash)).toEqual(route)
  })

  test('a route with any name is the same after formatting and parsing', () => {
    const route = { view: 'people', open: 'a/b:c #d' } as const
    expect(readRoute(routeHash(route))).toEqual(route)
  })
})
