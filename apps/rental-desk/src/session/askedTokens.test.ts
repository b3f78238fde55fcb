import { expect, test } from 'vitest'
import { askedPerson } from './askedPerson.ts'
import { askedTokens } from './askedTokens.ts'
import type { SampleUser } from './sampleUsers.ts'

const user = (id: string): SampleUser => ({
  token: `token of ${id}`,
  identity: { unique_identity: id, user_name: id, company_name: 'Ironline' },
})
const needs = {
  fetchUsers: () => Promise.resolve([user('ironline:1'), user('northgate:2')]),
  impersonate: (own: string, id: string) => Promise.resolve(`${own} as ${id}`),
}

test.each([
  { asked: { as: 'northgate:2' }, tokens: { token: 'token of northgate:2' } },
  {
    asked: { as: 'northgate:2', by: 'ironline:1' },
    tokens: { token: 'token of ironline:1 as northgate:2', own: 'token of ironline:1' },
  },
  { asked: { as: 'nobody:9' }, tokens: undefined },
])('askedTokens returns $tokens for $asked', async ({ asked, tokens }) => {
  expect(await askedTokens(asked, needs)).toEqual(tokens)
})

test('a link with an unknown impersonator does not sign anybody in', async () => {
  // Not a sign-in as the customer, either: their events would lack the impersonator.
  expect(await askedTokens({ as: 'northgate:2', by: 'nobody:9' }, needs)).toBeUndefined()
})

test('askedTokens returns undefined if the sample users cannot be fetched', async () => {
  const fetchUsers = () => Promise.reject(new Error('no network'))
  expect(await askedTokens({ as: 'northgate:2' }, { ...needs, fetchUsers })).toBeUndefined()
})

test.each([
  { href: 'http://desk.example/?as=a%3A1', person: { as: 'a:1' }, left: 'http://desk.example/' },
  {
    href: 'http://desk.example/rentals?as=a&by=b&q=x',
    person: { as: 'a', by: 'b' },
    left: 'http://desk.example/rentals?q=x',
  },
  { href: 'http://desk.example/?by=b', person: undefined, left: 'http://desk.example/?by=b' },
])('askedPerson reads $person from $href and leaves $left', ({ href, person, left }) => {
  let now = href
  const history = { state: null, replaceState: (_state: unknown, _: string, url: URL) => void (now = url.href) }
  expect(askedPerson({ location: { href }, history } as unknown as Window)).toEqual(person)
  expect(now).toBe(left)
})
