import type { Problem } from '../../../src/protocol/problem.ts'
import type { ServerFlag } from '../../../src/flags/serverFlag.ts'
import { sameJson } from '../format/sameJson.ts'

/** Typed text that is not valid JSON or not a flag. It is kept until it is corrected or discarded. */
export interface Unread {
  /** The whole flag as JSON. */
  readonly flag?: string
  /** By the index of the variation. */
  readonly variations: readonly (string | undefined)[]
  readonly metadata?: string
}

export const ALL_READ: Unread = { variations: [] }

/** A flag that is being edited. */
export interface FlagDraft {
  /** The flag of the services when editing began. */
  readonly base: ServerFlag
  /** The flag without the unread text. */
  readonly flag: ServerFlag
  readonly unread: Unread
  readonly phase: 'same' | 'edited' | 'saving'
  /** The problems for which the services refused to save it. */
  readonly problems: readonly Problem[]
  /** The flag as changed elsewhere in the meantime, unless only the switch has changed. */
  readonly theirs: ServerFlag | undefined
}

export type DraftInput =
  /** Without `unread`, the unread text stays as it is. */
  | { readonly type: 'edited'; readonly flag: ServerFlag; readonly unread?: Unread | undefined }
  /** The services have sent the current flag. */
  | { readonly type: 'reported'; readonly flag: ServerFlag }
  | { readonly type: 'saving' }
  | { readonly type: 'saved' }
  | { readonly type: 'refused'; readonly problems: readonly Problem[] }
  /** Discards the edits. */
  | { readonly type: 'left' }
  /** Keeps the edits, which will replace the change made elsewhere. */
  | { readonly type: 'kept' }

export function newDraft(flag: ServerFlag): FlagDraft {
  return { base: flag, flag, unread: ALL_READ, phase: 'same', problems: [], theirs: undefined }
}

export function nextDraft(draft: FlagDraft, input: DraftInput): FlagDraft {
  switch (input.type) {
    case 'edited':
      return edited(draft, input.flag, input.unread ?? draft.unread)
    case 'reported':
      return reported(draft, input.flag)
    case 'saving':
      return { ...draft, phase: 'saving' }
    case 'saved':
      return { ...newDraft(draft.flag), theirs: undefined }
    case 'refused':
      return { ...draft, phase: 'edited', problems: input.problems }
    case 'left':
      return newDraft(draft.theirs ?? draft.base)
    case 'kept':
      return { ...draft, base: draft.theirs ?? draft.base, theirs: undefined }
  }
}

function edited(draft: FlagDraft, flag: ServerFlag, unread: Unread): FlagDraft {
  const phase = isSame(flag, draft.base) && isAllRead(unread) ? 'same' : 'edited'
  return { ...draft, flag, unread, phase, problems: [] }
}

function isAllRead({ flag, variations, metadata }: Unread): boolean {
  return flag === undefined && metadata === undefined && variations.every((text) => text === undefined)
}

function reported(draft: FlagDraft, flag: ServerFlag): FlagDraft {
  if (draft.phase === 'same')
    return isSame(flag, draft.base) && flag.version === draft.base.version ? draft : newDraft(flag)
  if (isSame(flag, draft.flag) && isAllRead(draft.unread)) return newDraft(flag)
  // The switch applies immediately and is not part of the edits.
  const turned = { ...draft.base, on: flag.on }
  if (isSame(flag, turned)) return { ...draft, base: flag, flag: { ...draft.flag, on: flag.on } }
  return { ...draft, theirs: flag }
}

/** The services count the version. It does not affect what a flag does. */
function isSame(one: ServerFlag, other: ServerFlag): boolean {
  return sameJson({ ...one, version: 0 }, { ...other, version: 0 })
}
