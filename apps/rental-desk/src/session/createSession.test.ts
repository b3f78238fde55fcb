import { expect, test } from 'vitest'
import { createSession } from './createSession.ts'
import type { SampleUser } from './sampleUsers.ts'

const user = (token: string): SampleUser => ({
  token,
  identity: { unique_identity: token, user_name: token, company_name: 'Ironline' },
})
const fetchUsers = () => Promise.resolve([user('first'), user('second')])

function memoryStorage() {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    clear: () => items.clear(),
  }
}

test('a first visit is the first sample user', async () => {
  const session = await createSession({ storage: memoryStorage(), fetchUsers })
  expect(session.token).toBe('first')
})

test('the visit after a first one asks nobody either', async () => {
  const storage = memoryStorage()
  await createSession({ storage, fetchUsers })
  const next = await createSession({ storage, fetchUsers: () => Promise.reject(new Error('asked')) })
  expect(next.token).toBe('first')
})

test('the next visit is the user who signed in last, and asks nobody', async () => {
  const storage = memoryStorage()
  const session = await createSession({ storage, fetchUsers })
  session.signIn('second')
  const next = await createSession({ storage, fetchUsers: () => Promise.reject(new Error('asked')) })
  expect(next.get()).toEqual({ status: 'signedIn', token: 'second' })
  expect([session.sitting, next.sitting]).toEqual([1, 0])
})

test('a user who signed out is still signed out on the next visit', async () => {
  const storage = memoryStorage()
  const session = await createSession({ storage, fetchUsers })
  let changes = 0
  session.subscribe(() => changes++)
  session.signOut()
  expect(changes).toBe(1)
  expect(session.token).toBeUndefined()
  expect((await createSession({ storage, fetchUsers })).get()).toEqual({ status: 'signedOut' })
})

test('without sample users the desk starts with nobody, and finds the first of them later', async () => {
  const answers = [Promise.reject(new Error('no network')), fetchUsers()]
  const session = await createSession({
    storage: memoryStorage(),
    fetchUsers: () => answers.shift() ?? Promise.reject(new Error('asked again')),
  })
  expect(session.get()).toEqual({ status: 'noUsers' })
  await session.retry()
  expect(session.token).toBe('first')
  await session.retry()
  expect(session.token).toBe('first')
})

test('a user who views the desk as a customer does so on the next visit too, and can go back', async () => {
  const storage = memoryStorage()
  const session = await createSession({ storage, fetchUsers })
  session.viewAs('customer')
  session.viewAs('another customer')
  const next = await createSession({ storage, fetchUsers })
  expect(next.get()).toEqual({ status: 'signedIn', token: 'another customer', own: 'first' })
  next.leave()
  expect(next.get()).toEqual({ status: 'signedIn', token: 'first' })
  expect(next.sitting).toBe(1)
  next.leave()
  expect(next.sitting).toBe(1)
  expect((await createSession({ storage, fetchUsers })).get()).toEqual({ status: 'signedIn', token: 'first' })
})

test('a user who signs in or out while they view a customer has nobody to go back to', async () => {
  const storage = memoryStorage()
  const session = await createSession({ storage, fetchUsers })
  session.viewAs('customer')
  session.signIn('second')
  expect(session.get()).toEqual({ status: 'signedIn', token: 'second' })
  session.viewAs('customer')
  session.signOut()
  session.viewAs('customer')
  expect(session.get()).toEqual({ status: 'signedOut' })
})

test('a page that was opened as a user is theirs, even if another user was here before', async () => {
  const storage = memoryStorage()
  await createSession({ storage, fetchUsers })
  const session = await createSession({ storage, fetchUsers, asked: { token: 'customer', own: 'second' } })
  expect(session.get()).toEqual({ status: 'signedIn', token: 'customer', own: 'second' })
})

test('a tab takes over what another tab has stored: a sign-in, a viewed customer, a sign-out', async () => {
  const storage = memoryStorage()
  const session = await createSession({ storage, fetchUsers })
  const other = await createSession({ storage, fetchUsers })
  session.signIn('second')
  expect([other.follow(), other.token, other.sitting]).toEqual([true, 'second', 1])
  session.viewAs('customer')
  expect(other.follow()).toBe(true)
  expect(other.get()).toEqual({ status: 'signedIn', token: 'customer', own: 'second' })
  session.signOut()
  expect(other.follow()).toBe(true)
  expect(other.get()).toEqual({ status: 'signedOut' })
})

test('a tab stays as it is while nothing has changed, and after the storage was cleared', async () => {
  const items = memoryStorage()
  const session = await createSession({ storage: items, fetchUsers })
  expect([session.follow(), session.sitting]).toEqual([false, 0])
  items.clear()
  expect([session.follow(), session.token]).toEqual([false, 'first'])
})
