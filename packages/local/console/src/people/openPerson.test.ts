import { expect, test } from 'vitest'
import type { LocalUser } from '../../../src/users/usersFile.ts'
import { NEW_PERSON, openPerson } from './openPerson.ts'

const person = (id: string, token = `token of ${id}`): LocalUser => ({ token, identity: { unique_identity: id } })
const ANN = person('ann')
const BEN = person('ben')
const WIDE = { edited: undefined, isNarrow: false }

test.each([
  ['who was asked for', 'ben', WIDE, BEN],
  ['the first, where nobody was asked for', undefined, WIDE, ANN],
  ['the first, where nobody is called that', 'cleo', WIDE, ANN],
  ['nobody, where there is no room beside the list', undefined, { ...WIDE, isNarrow: true }, undefined],
  ['who is asked for now, whoever was edited before', 'ben', { ...WIDE, edited: { user: ANN, open: 'ann' } }, BEN],
] as const)('shows %s', (_, open, shown, user) => {
  expect(openPerson([ANN, BEN], open, shown)).toEqual(user && { status: 'here', user, key: user.token })
})

test('shows somebody new, whoever was edited before', () => {
  const edited = { user: ANN, open: NEW_PERSON }
  expect(openPerson([ANN], NEW_PERSON, { ...WIDE, edited })).toMatchObject({ status: 'new' })
})

const OLD_KEY = { key: ANN.token }
test.each([
  ['who has another id now', [person('anna', ANN.token), BEN], { status: 'here', user: person('anna', ANN.token) }],
  ['who has another token now', [BEN, person('ann', 'new')], { status: 'here', user: person('ann', 'new') }],
  ['who is gone', [BEN], { status: 'gone', user: ANN }],
])('keeps the form of somebody %s', (_, users, shown) => {
  expect(openPerson(users, 'ann', { ...WIDE, edited: { user: ANN, open: 'ann' } })).toEqual({ ...shown, ...OLD_KEY })
  // Also of the one who was shown because nobody was asked for.
  expect(openPerson(users, undefined, { ...WIDE, edited: { user: ANN, open: undefined } })).toEqual({
    ...shown,
    ...OLD_KEY,
  })
})
