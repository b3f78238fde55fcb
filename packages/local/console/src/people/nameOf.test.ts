import { expect, test } from 'vitest'
import { nameOfId } from './nameOf.ts'

const users = [{ token: 't', identity: { unique_identity: 'u1', user_name: 'Dana Whitfield' } }]

test.each([
  ['u1', undefined, 'Dana Whitfield'],
  ['u2', undefined, 'u2'],
  [null, 'signed-out', 'Signed out'],
  [null, 'resolving', 'User not known yet'],
  [null, 'failed', 'Identification failed'],
  [null, 'refused', 'Token refused'],
  // A page of an earlier version.
  [null, undefined, 'No user'],
  // A request without a key.
  ['', undefined, 'No user'],
] as const)('a user with the id %j, and otherwise the reason %j, is shown as %s', (id, noUser, name) => {
  expect(nameOfId(id, users, noUser)).toBe(name)
})
