import type { LocalUser } from '../../../src/users/usersFile.ts'

/** Somebody who is shown: `gone` is somebody who was taken out of the file while they were being edited. */
export type OpenPerson = { readonly key: string } & (
  { readonly status: 'new' } | { readonly status: 'here' | 'gone'; readonly user: LocalUser }
)

/** Whose attributes were edited and not saved, as the file had them then, and under which address. */
export interface EditedPerson {
  readonly user: LocalUser
  readonly open: string | undefined
}

interface Shown {
  readonly edited: EditedPerson | undefined
  /** Without room for a list beside it, nobody is shown who was not asked for. */
  readonly isNarrow: boolean
}

/** In the address, where somebody's id would be. */
export const NEW_PERSON = ' new'

/** Who is shown under an address. Whoever is being edited stays, whatever becomes of them in the file: what was written is not lost. */
export function openPerson(
  users: readonly LocalUser[],
  open: string | undefined,
  { edited, isNarrow }: Shown,
): OpenPerson | undefined {
  if (open === NEW_PERSON) return { status: 'new', key: NEW_PERSON }
  const withId = (id: string | undefined) => users.find(({ identity }) => identity.unique_identity === id)
  if (edited !== undefined && edited.open === open) {
    const { token, identity } = edited.user
    const now = users.find((user) => user.token === token) ?? withId(identity.unique_identity)
    return now === undefined
      ? { status: 'gone', user: edited.user, key: token }
      : { status: 'here', user: now, key: token }
  }
  const user = withId(open) ?? (isNarrow ? undefined : users[0])
  return user && { status: 'here', user, key: user.token }
}
