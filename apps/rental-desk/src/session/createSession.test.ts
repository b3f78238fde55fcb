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
    removeItem: (key: string) => void items.delete(key),
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

test('the next visit is whoever signed in last, and asks nobody', async () => {
  const storage = memoryStorage()
  const session = await createSession({ storage, fetchUsers })
  session.signIn('second')
  const next = await createSession({ storage, fetchUsers: () => Promise.reject(new Error('asked')) })
  expect(next.get()).toEqual({ status: 'signedIn', token: 'second' })
  expect([session.sitting, next.sitting]).toEqual([1, 0])
})

test('whoever signed out is still signed out on the next visit', async () => {
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

test('whoever views the desk as a customer does so on the next visit too, and gets back to their own', async () => {
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

test('whoever signs in, or out, while they view a customer has nobody to go back to', async () => {
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

test('a page that was opened as somebody is theirs, whoever was here before', async () => {
  const storage = memoryStorage()
  await createSession({ storage, fetchUsers })
  const session = await createSession({ storage, fetchUsers, asked: { token: 'customer', own: 'second' } })
  expect(session.get()).toEqual({ status: 'signedIn', token: 'customer', own: 'second' })
})

test('whoever signs in in one tab does so in another, which tells nobody and keeps it', async () => {
  const storage = memoryStorage()
  const told: unknown[] = []
  const other = await createSession({ storage: memoryStorage(), fetchUsers })
  const session = await createSession({ storage, fetchUsers, tellOthers: (tokens) => void other.follow(tokens) })
  session.signIn('second')
  expect([other.token, other.sitting]).toEqual(['second', 1])
  session.viewAs('customer')
  expect(other.get()).toEqual({ status: 'signedIn', token: 'customer', own: 'second' })
  session.signOut()
  expect(other.get()).toEqual({ status: 'signedOut' })

  const third = await createSession({ storage, fetchUsers, tellOthers: (tokens) => void told.push(tokens) })
  expect([third.follow({ token: 'first' }), third.token, told]).toEqual([true, 'first', []])
  expect((await createSession({ storage, fetchUsers })).token).toBe('first')
})

test('a tab that learns nothing new stays as it is, and one that was told nothing goes on with what was kept', async () => {
  const storage = memoryStorage()
  const session = await createSession({ storage, fetchUsers })
  const other = await createSession({ storage, fetchUsers })
  expect([session.follow({ token: 'first' }), session.follow(), session.sitting]).toEqual([false, false, 0])
  other.signIn('second')
  expect([session.follow(), session.token]).toEqual([true, 'second'])
})
