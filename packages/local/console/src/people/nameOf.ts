import type { NoUser } from '../../../src/protocol/eventLife.ts'
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

/** The display name of the person with this id, or the id if the person is unknown. `noUser`: why there is no id. */
export function nameOfId(id: string | null, users: readonly LocalUser[], noUser?: NoUser): string {
  if (id === null || id === '') return noUserText(noUser)
  const user = users.find(({ identity }) => identity.unique_identity === id)
  return user === undefined ? id : nameOf(user)
}

/** Stands for a user where there is none. A page of an earlier version does not say why. */
export function noUserText(noUser: NoUser | undefined): string {
  switch (noUser) {
    case 'signed-out':
      return 'Signed out'
    case 'resolving':
      return 'User not known yet'
    case 'refused':
      return 'Token refused'
    case 'failed':
      return 'Identification failed'
    case undefined:
      return 'No user'
  }
}
