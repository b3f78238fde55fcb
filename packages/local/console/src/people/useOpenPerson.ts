import { useState } from 'react'
import type { LocalUser } from '../../../src/users/usersFile.ts'
import { openPerson, type EditedPerson, type OpenPerson } from './openPerson.ts'

/** Who is shown, and how to say who is being edited; nobody: what was edited is saved or discarded. */
export function useOpenPerson(
  users: readonly LocalUser[],
  open: string | undefined,
  isNarrow: boolean,
): readonly [OpenPerson | undefined, (user: LocalUser | undefined) => void] {
  const [edited, setEdited] = useState<EditedPerson>()
  // Whoever goes on to somebody else leaves what was not saved.
  if (edited !== undefined && edited.open !== open) setEdited(undefined)
  return [openPerson(users, open, { edited, isNarrow }), (user) => setEdited(user && { user, open })]
}
