import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { WatchedFile } from '../files/watchedFile.ts'
import { editJson } from '../json/editJson.ts'
import { identityProblems } from '../users/identityProblems.ts'
import { readUsersFile, type LocalUser } from '../users/usersFile.ts'
import { editConflict, writeFailure, refused, type EditResult, type EditRequest } from './editResult.ts'
import { editInSequence } from './editInSequence.ts'

/** Edits of users.json by the console. `id`: a unique identity. If several users have the same one, the first. */
export interface PeopleEdits {
  put(id: string, wanted: EditRequest): Promise<EditResult<LocalUser>>
  add(identity: unknown): Promise<EditResult<LocalUser>>
  remove(id: string): Promise<EditResult<undefined>>
}

const NOBODY = refused(404, 'No user in users.json has this unique identity.')

export function createPeopleEdits(file: WatchedFile<readonly LocalUser[]>): PeopleEdits {
  const next = editInSequence(file.path)

  function write<T>(edit: (text: string, users: readonly LocalUser[]) => EditResult<T> & { text?: string }) {
    const written = async (): Promise<EditResult<T>> => {
      const { text, parsed } = await file.read()
      if (parsed.outcome === 'invalid') return refused(409, 'The file is invalid. Correct it first.')
      const edited = edit(text, parsed.value)
      if (edited.outcome === 'refused' || edited.text === undefined || edited.text === text) return edited
      const users = readUsersFile(edited.text)
      if (users.outcome === 'invalid') return refused(400, users.problems.join(' '))
      await file.write(edited.text, users.value)
      return edited
    }
    return next(written).catch(writeFailure)
  }

  return {
    put: (id, { draft, before }) =>
      write((text, users) => {
        const index = users.findIndex(({ identity }) => identity.unique_identity === id)
        const user = users[index]
        if (user === undefined) return NOBODY
        if (before !== undefined && !isDeepStrictEqual(before, user.identity))
          return editConflict('This person', user.identity)
        const checked = identityOf(draft, id === nameOf(draft) ? [] : users)
        if (checked.outcome === 'refused') return checked
        const identity = checked.value
        return { outcome: 'ok', value: { ...user, identity }, text: editJson(text, [index, 'identity'], identity) }
      }),
    add: (draft) =>
      write((text, users) => {
        const checked = identityOf(draft, users)
        if (checked.outcome === 'refused') return checked
        const user = { token: randomUUID(), identity: checked.value }
        return { outcome: 'ok', value: user, text: editJson(text, [users.length], user) }
      }),
    remove: (id) =>
      write<undefined>((text, users) => {
        const index = users.findIndex(({ identity }) => identity.unique_identity === id)
        if (index < 0) return NOBODY
        return { outcome: 'ok', value: undefined, text: editJson(text, [index], undefined) }
      }),
  }
}

/** Checks that an identity is valid and that no other user has its unique identity. */
function identityOf(draft: unknown, others: readonly LocalUser[]): EditResult<LocalUser['identity']> {
  const problems = identityProblems(draft)
  if (problems.length > 0) return refused(400, problems.map(({ message }) => message).join(' '), problems)
  const identity = draft as LocalUser['identity']
  if (!others.some((other) => other.identity.unique_identity === identity.unique_identity))
    return { outcome: 'ok', value: identity }
  return refused(409, `Another user has the unique identity ${identity.unique_identity}.`)
}

function nameOf(draft: unknown): unknown {
  return (draft as { readonly unique_identity?: unknown } | null)?.unique_identity
}
