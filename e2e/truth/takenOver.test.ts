import { expect, it } from 'vitest'
import type { Call, Stored } from './evidence.ts'
import type { Played } from './playHistory.ts'
import { takenOver } from './takenOver.ts'

const call = (name: string, page: string) => ({ name, page }) as Call
const stored = (name: string, atMs: number) => ({ name, atMs }) as Stored

/** A page of the version before, which ends at 5,000, and a page of today, which is opened at 4,000. */
const played = {
  calls: [call('event 1', 'A'), call('event 2', 'B')],
  questions: [
    { page: 'A', token: undefined, atMs: 1_000 },
    { page: 'B', token: undefined, atMs: 4_000 },
  ],
  ends: new Map([['A', [4_900, 5_000]]]),
  versions: new Map([
    ['A', 'before'],
    ['B', 'today'],
  ]),
} as unknown as Played

it.each([
  ['when only pages of the other version are open is taken over', 6_000, ['event 1']],
  ['just after the end of its page may have been sent by that page', 5_300, []],
  ['while its page is open is not taken over', 4_500, []],
])('an event that arrives %s', (_when, atMs, names) => {
  expect(takenOver({ ...played, stored: [stored('event 1', atMs)] }, 'today')).toEqual(names)
})

it('an event that a page of its own version can have sent is not taken over', () => {
  expect(takenOver({ ...played, stored: [stored('event 2', 6_000)] }, 'today')).toEqual([])
  expect(takenOver({ ...played, stored: [stored('event 1', 6_000)] }, 'before')).toEqual([])
})
