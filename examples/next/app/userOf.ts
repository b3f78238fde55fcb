import { cookies } from 'next/headers'

export interface User {
  token: string
  key: string
  email: string
}

/** The users of `telltale/users.json`, in the place of your sessions. */
const FIRST = { token: '11111111-1111-4111-8111-111111111111', key: 'first:1', email: 'ada@first.example' }
const SECOND = { token: '22222222-2222-4222-8222-222222222222', key: 'second:2', email: 'ben@second.example' }

/**
 * The user of this request, or `null` when nobody is signed in. A page that reads cookies is rendered for each request, and not
 * once for everybody.
 */
export async function userOf(): Promise<User | null> {
  const session = (await cookies()).get('session')?.value
  if (session === 'nobody') return null
  return session === 'second' ? SECOND : FIRST
}
