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
  }
}

test('a first visit is the first sample user', async () => {
  const session = await createSession({ storage: memoryStorage(), fetchUsers })
  expect(session.token).toBe('first')
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
