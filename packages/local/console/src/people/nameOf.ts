import type { LocalUser } from '../../../src/users/usersFile.ts'

/** What people call somebody. */
export function nameOf({ identity }: LocalUser): string {
  return String(identity['user_name'] ?? identity.unique_identity)
}
