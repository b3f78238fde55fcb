import { useCallback, useState } from 'react'
import type { LocalUser } from '../../../src/users/usersFile.ts'
import { sameJson } from '../format/sameJson.ts'
import { readRows, type AttributeRow, type Identity } from './attributeRows.ts'

/** The edits of a person that are not saved. */
export interface PersonDraft {
  /** The person when editing began. A new person has none. */
  readonly user: LocalUser | undefined
  readonly rows: readonly AttributeRow[]
  /** The attributes in the file that these edits are based on. */
  readonly before: Identity
}

/** The drafts by the token of their person, or `NEW_PERSON`. They outlive the form, so that going elsewhere loses no edits. */
export type PersonDrafts = ReadonlyMap<string, PersonDraft>

/** Without a draft, the edits were saved or discarded. */
export type SetDraft = (key: string, draft: PersonDraft | undefined) => void

/** Kept in memory only: a reload discards the drafts. */
export function usePersonDrafts(): readonly [PersonDrafts, SetDraft] {
  const [drafts, setDrafts] = useState<PersonDrafts>(new Map())
  const setDraft = useCallback<SetDraft>((key, draft) => {
    setDrafts((before) => {
      const next = new Map(before)
      if (draft === undefined) next.delete(key)
      else next.set(key, draft)
      return next
    })
  }, [])
  return [drafts, setDraft]
}

/** The edited person in the file, where their token or their id may have changed meanwhile. */
export function personNow(user: LocalUser, users: readonly LocalUser[]): LocalUser | undefined {
  return (
    users.find(({ token }) => token === user.token) ??
    users.find(({ identity }) => identity.unique_identity === user.identity.unique_identity)
  )
}

/** The key of a person's draft: the token that they had when editing began. */
export function draftKey(user: LocalUser, users: readonly LocalUser[], drafts: PersonDrafts): string {
  const edited = [...drafts].find(([, draft]) => draft.user !== undefined && personNow(draft.user, users) === user)
  return edited?.[0] ?? user.token
}

/** Whether a draft differs from the file. */
export function isEdited({ user, rows }: PersonDraft, users: readonly LocalUser[]): boolean {
  if (user === undefined) return rows.some(({ text }) => text !== '')
  const read = readRows(rows)
  return read.outcome === 'invalid' || !sameJson(read.identity, personNow(user, users)?.identity)
}
