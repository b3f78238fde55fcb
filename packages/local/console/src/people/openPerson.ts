import type { LocalUser } from '../../../src/users/usersFile.ts'
import { draftKey, personNow, type PersonDrafts } from './usePersonDrafts.ts'

/** The shown person. `gone`: the person was removed from the file while being edited. */
export type OpenPerson = { readonly key: string } & (
  | { readonly status: 'new' }
  | { readonly status: 'here' | 'gone'; readonly user: LocalUser }
)

interface ShownPeople {
  readonly drafts: PersonDrafts
  /** On a narrow screen, no person is shown by default. */
  readonly isNarrow: boolean
}

/** Replaces the person's id in the address. */
export const NEW_PERSON = ' new'

/**
 * The person to show for an address. The address of a person who is being edited stays valid if the person gets another id in
 * the file or is removed from it.
 */
export function openPerson(
  users: readonly LocalUser[],
  open: string | undefined,
  { drafts, isNarrow }: ShownPeople,
): OpenPerson | undefined {
  if (open === NEW_PERSON) return { status: 'new', key: NEW_PERSON }
  const edited = [...drafts].find(([, { user }]) => user?.identity.unique_identity === open)
  const [key, draft] = edited ?? []
  const present =
    users.find(({ identity }) => identity.unique_identity === open) ?? (draft?.user && personNow(draft.user, users))
  if (present === undefined && key !== undefined && draft?.user) return { status: 'gone', user: draft.user, key }
  const user = present ?? (isNarrow ? undefined : users[0])
  return user && { status: 'here', user, key: draftKey(user, users, drafts) }
}
