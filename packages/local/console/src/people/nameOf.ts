import type { LocalUser } from '../../../src/users/usersFile.ts'

/** What people call somebody. */
export function nameOf({ identity }: LocalUser): string {
  return String(identity['user_name'] || identity.unique_identity)
}

/** What people call whoever has this id; the id itself of somebody who is not known. */
export function nameOfId(id: string | null, users: readonly LocalUser[]): string {
  if (id === null || id === '') return 'nobody known'
  const user = users.find(({ identity }) => identity.unique_identity === id)
  return user === undefined ? id : nameOf(user)
}
