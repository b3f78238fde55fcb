import type { LocalUser } from '../../../src/users/usersFile.ts'

/** The display name of a person. */
export function nameOf({ identity }: LocalUser): string {
  return String(identity['user_name'] || identity.unique_identity)
}

/** The display name of an impersonator, whom who-am-i names by address, or the address if the person is unknown. */
export function nameOfAddress(address: string, users: readonly LocalUser[]): string {
  const user = users.find(({ identity }) => identity['email_address'] === address && !identity['mimic_user'])
  return user === undefined ? address : nameOf(user)
}

/** The display name of the person with this id, or the id if the person is unknown. */
export function nameOfId(id: string | null, users: readonly LocalUser[]): string {
  if (id === null || id === '') return 'unknown user'
  const user = users.find(({ identity }) => identity.unique_identity === id)
  return user === undefined ? id : nameOf(user)
}
