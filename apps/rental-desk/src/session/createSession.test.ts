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

test('a first visit signs in the first sample user', async () => {
  const session = await createSession({ storage: memoryStorage(), fetchUsers })
  expect(session.token).toBe('first')
})

test.each(['grace', '7', '[]', '{}', '{"token":7}', '{"token":"second","own":7}'])(
  'the session %s counts as none',
  async (text) => {
    const storage = memoryStorage()
    storage.setItem('rental-desk.session', text)
    const session = await createSession({ storage, fetchUsers })
    expect(session.token).toBe('first')
  },
)

test('the visit after a first visit restores the session without fetching the sample users', async () => {
  const storage = memoryStorage()
  await createSession({ storage, fetchUsers })
  const next = await createSession({ storage, fetchUsers: () => Promise.reject(new Error('asked')) })
  expect(next.token).toBe('first')
})

test('the next visit restores the last signed-in user without fetching the sample users', async () => {
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
  expect(session.token).toBeNull()
  expect((await createSession({ storage, fetchUsers })).get()).toEqual({ status: 'signedOut' })
})

test('the session has no user if the sample users cannot be fetched, and retry signs in the first sample user', async () => {
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

test('an impersonation continues on the next visit, and leave returns to the user’s own token', async () => {
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

test('signing in or out ends an impersonation, and viewAs does nothing while signed out', async () => {
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

test('the tokens that a page was opened with replace the stored session', async () => {
  const storage = memoryStorage()
  await createSession({ storage, fetchUsers })
  const session = await createSession({ storage, fetchUsers, asked: { token: 'customer', own: 'second' } })
  expect(session.get()).toEqual({ status: 'signedIn', token: 'customer', own: 'second' })
})

test('follow takes over a sign-in, an impersonation and a sign-out from another tab', async () => {
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

test('follow changes nothing if the stored session is the same or storage was cleared', async () => {
  const items = memoryStorage()
  const session = await createSession({ storage: items, fetchUsers })
  expect([session.follow(), session.sitting]).toEqual([false, 0])
  items.clear()
  expect([session.follow(), session.token]).toEqual([false, 'first'])
})
