import { expect, test } from 'vitest'
import { consequenceOf } from './consequences.ts'

test.each([
  ['identity', 'T139', 'refused', 'Events have no user, and pages have the flags of an anonymous user.'],
  ['identity', 'T49', 'failed', 'Events wait for the user, in the browser.'],
  ['identity', 'T49', undefined, 'Events wait for the user, in the browser.'],
  ['flags', 'T94', undefined, 'Flags stay as they are until it is connected again.'],
  ['flags', 'T95', undefined, undefined],
  ['collector', 'T67', undefined, undefined],
] as const)('a problem of %s with %s on a page whose user is %s: %j', (where, code, noUser, says) => {
  expect(consequenceOf(where, code, noUser)).toBe(says)
})
