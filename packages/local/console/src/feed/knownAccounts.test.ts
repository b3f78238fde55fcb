import { expect, test } from 'vitest'
import type { ReceivedEvent } from '../../../src/collector/collector.ts'
import { accountsIn } from '../../../src/collector/personAccounts.ts'
import { withAccounts } from './knownAccounts.ts'

const event = (id: string | undefined, accounts?: unknown) =>
  ({
    event: { id: 'e', name: 'n', at: 1, url: '', properties: {}, identity: { ...(id && { id }), accounts } },
    app: { name: '' },
    receivedAt: 2,
  }) as ReceivedEvent
const a = { organization: { key: 'a' } }
const b = { organization: { key: 'b', name: 'B' } }

test('the newest event of a person decides about the accounts', () => {
  const known = withAccounts(
    new Map(),
    accountsIn([event('u1', b), event('u1', a), event('u2'), event(undefined, a)]),
    true,
  )
  expect([...known]).toEqual([
    ['u1', b],
    ['u2', {}],
  ])
  expect(withAccounts(known, accountsIn([event('u1', a)]), true).get('u1')).toEqual(a)
  expect(withAccounts(known, accountsIn([event('u1', a), event('u3', a)]), false)).toEqual(
    new Map([...known, ['u3', a]]),
  )
})

test('the map stays the same while the accounts do', () => {
  const known = withAccounts(new Map(), accountsIn([event('u1', a)]), true)
  expect(withAccounts(known, accountsIn([event('u1', { organization: { key: 'a' } })]), true)).toBe(known)
})

test.each([
  ['a text', 'organization'],
  ['an account without a key', { organization: { name: 'A' } }],
  ['an account that is no object', { organization: 'a' }],
  ['an account whose kind cannot be one', { user: { key: 'a' }, 'a b': { key: 'a' } }],
])('%s is no account', (_, accounts) => {
  expect(withAccounts(new Map(), accountsIn([event('u1', accounts)]), true).get('u1')).toEqual({})
})
