export interface User {
  token: string
  key: string
  email: string
}

/** The users of `telltale/users.json`, in place of your sessions. */
const FIRST: User = { token: '11111111-1111-4111-8111-111111111111', key: 'first:1', email: 'ada@first.example' }
const SECOND: User = { token: '22222222-2222-4222-8222-222222222222', key: 'second:2', email: 'ben@second.example' }

/** The user of a request, or `null` if nobody is signed in. Your application reads its session here. */
export function userOf(request: Request): User | null {
  const session = /(?:^|; )session=([^;]*)/.exec(request.headers.get('cookie') ?? '')?.[1]
  if (session === 'nobody') return null
  return session === 'second' ? SECOND : FIRST
}
