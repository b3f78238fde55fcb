export interface User {
  token: string
  key: string
  email: string
}

/** The user of a request. Your application reads its session here. */
export function userOf(_request: Request): User {
  return { token: '11111111-1111-4111-8111-111111111111', key: 'first:1', email: 'ada@first.example' }
}
