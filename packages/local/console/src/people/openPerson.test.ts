import { expect, test } from 'vitest'
import type { LocalUser } from '../../../src/users/usersFile.ts'
import { attributeRows } from './attributeRows.ts'
import { NEW_PERSON, openPerson } from './openPerson.ts'
import type { PersonDrafts } from './usePersonDrafts.ts'

const person = (id: string, token = `token of ${id}`): LocalUser => ({ token, identity: { unique_identity: id } })
const ANN = person('ann')
const BEN = person('ben')

function draftsOf(...users: readonly LocalUser[]): PersonDrafts {
  return new Map(
    users.map((user) => [user.token, { user, rows: attributeRows(user.identity), before: user.identity }] as const),
  )
}

test.each([
  ['the requested person', 'ben', false, BEN],
  ['the first person without a request', undefined, false, ANN],
  ['the first person for an unknown id', 'cleo', false, ANN],
  ['nobody on a narrow screen', undefined, true, undefined],
] as const)('shows %s', (_, open, isNarrow, user) => {
  expect(openPerson([ANN, BEN], open, { drafts: new Map(), isNarrow })).toEqual(
    user && { status: 'here', user, key: user.token },
  )
})

test('shows the requested person, or the form of a new one, while another is being edited', () => {
  expect(openPerson([ANN, BEN], 'ben', { drafts: draftsOf(ANN), isNarrow: false })).toMatchObject({
    user: BEN,
    key: BEN.token,
  })
  expect(openPerson([ANN, BEN], NEW_PERSON, { drafts: draftsOf(ANN), isNarrow: false })).toMatchObject({
    status: 'new',
    key: NEW_PERSON,
  })
})

test.each([
  ['who has got another id', [person('anna', ANN.token), BEN], { status: 'here', user: person('anna', ANN.token) }],
  ['who has got another token', [BEN, person('ann', 'new')], { status: 'here', user: person('ann', 'new') }],
  ['who was removed', [BEN], { status: 'gone', user: ANN }],
])('keeps the form of an edited person %s', (_, users, shown) => {
  expect(openPerson(users, 'ann', { drafts: draftsOf(BEN, ANN), isNarrow: false })).toEqual({
    ...shown,
    key: ANN.token,
  })
})

test('keeps the form of an edited person whose new id is opened', () => {
  const anna = person('anna', ANN.token)
  expect(openPerson([anna, BEN], 'anna', { drafts: draftsOf(ANN), isNarrow: false })).toEqual({
    status: 'here',
    user: anna,
    key: ANN.token,
  })
})
