import { useReducer } from 'react'
import type { ServerFlag } from '../../../src/flags/serverFlag.ts'
import { newDraft, nextDraft, type DraftInput, type FlagDraft } from './flagDraft.ts'

/** The drafts of all flags by their place. They outlive the form, so that going elsewhere loses no edits. */
export type FlagDrafts = ReadonlyMap<string, FlagDraft>

export interface DraftReported {
  readonly place: string
  /** The flag as in the file, from which a first edit makes a draft. */
  readonly flag: ServerFlag
  readonly input: DraftInput
}

export type TellDraft = (reported: DraftReported) => void

/** Identifies a flag in an environment. */
export function draftPlace(environment: string, key: string): string {
  return `${environment} ${key}`
}

/** Whether a flag has edits that are not saved. */
export function isEdited(draft: FlagDraft | undefined): draft is FlagDraft {
  return draft !== undefined && draft.phase !== 'same'
}

/** Kept in memory only: a reload discards the drafts. */
export function useFlagDrafts(): readonly [FlagDrafts, TellDraft] {
  return useReducer(nextDrafts, new Map<string, FlagDraft>())
}

export function nextDrafts(drafts: FlagDrafts, { place, flag, input }: DraftReported): FlagDrafts {
  const draft = drafts.get(place)
  // Without a draft, the form shows the flag of the file anyway.
  if (draft === undefined && input.type !== 'edited') return drafts
  const next = nextDraft(draft ?? newDraft(flag), input)
  if (next === draft) return drafts
  const others = new Map(drafts)
  // A saved draft stays until the file has it too, so that the form does not show the old flag in between.
  if (!isEdited(next) && input.type !== 'saved' && input.type !== 'edited') others.delete(place)
  else others.set(place, next)
  return others
}
