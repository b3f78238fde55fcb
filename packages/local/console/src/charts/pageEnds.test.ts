import { expect, test } from 'vitest'
import { pageEnds } from './pageEnds.ts'

const desk = { page: 'http://desk.test/fleet', app: 'Desk' }
const shop = { page: 'http://shop.test/', app: 'Shop' }
const tab = { identity: null, flags: 'live', openedAt: 1 }

test('an event can wait while a page of its application is heard, and else until the last report of its own page', () => {
  const endOf = pageEnds({
    tabs: [
      { ...tab, ...desk, tab: 'heard', lastSeenAt: 9 },
      { ...tab, ...shop, tab: 'quiet', lastSeenAt: 5, isQuiet: true },
    ],
    gone: [
      { ...desk, tab: 'gone', lastSeenAt: 3 },
      { ...shop, tab: 'gone from the shop', lastSeenAt: 4 },
    ],
  })
  expect(['heard', 'gone', 'unknown'].map((one) => endOf({ ...desk, tab: one }))).toEqual([
    Infinity,
    Infinity,
    Infinity,
  ])
  expect(['quiet', 'gone from the shop', 'unknown'].map((one) => endOf({ ...shop, tab: one }))).toEqual([5, 4, 0])
  expect(endOf({})).toBe(0)
})
