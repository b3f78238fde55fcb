import type { Problem } from '../../../src/console/consoleMessage.ts'
import type { ServerFlag } from '../../../src/flags/serverFlag.ts'
import { sameJson } from '../format/sameJson.ts'

/** A flag that is being edited. */
export interface FlagDraft {
  /** As the services had it when the editing began. */
  readonly base: ServerFlag
  readonly flag: ServerFlag
  readonly phase: 'same' | 'edited' | 'saving'
  /** What the services had against it when it was to be saved. */
  readonly problems: readonly Problem[]
  /** What somebody else made of it meanwhile, when that is not just the switch. */
  readonly theirs: ServerFlag | undefined
}

export type DraftInput =
  | { readonly type: 'edited'; readonly flag: ServerFlag }
  /** The services tell what the flag is now. */
  | { readonly type: 'told'; readonly flag: ServerFlag }
  | { readonly type: 'saving' }
  | { readonly type: 'saved' }
  | { readonly type: 'refused'; readonly problems: readonly Problem[] }
  /** Back to what the services have. */
  | { readonly type: 'left' }
  /** Goes on with one's own, which is to replace theirs. */
  | { readonly type: 'kept' }

export function newDraft(flag: ServerFlag): FlagDraft {
  return { base: flag, flag, phase: 'same', problems: [], theirs: undefined }
}

export function nextDraft(draft: FlagDraft, input: DraftInput): FlagDraft {
  switch (input.type) {
    case 'edited':
      return { ...draft, flag: input.flag, phase: isSame(input.flag, draft.base) ? 'same' : 'edited', problems: [] }
    case 'told':
      return told(draft, input.flag)
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

function told(draft: FlagDraft, flag: ServerFlag): FlagDraft {
  if (draft.phase === 'same')
    return isSame(flag, draft.base) && flag.version === draft.base.version ? draft : newDraft(flag)
  if (isSame(flag, draft.flag)) return newDraft(flag)
  // A switch turns the flag at once, and is no part of what is being edited.
  const turned = { ...draft.base, on: flag.on }
  if (isSame(flag, turned)) return { ...draft, base: flag, flag: { ...draft.flag, on: flag.on } }
  return { ...draft, theirs: flag }
}

/** The version is counted by the services and says nothing of what a flag does. */
function isSame(one: ServerFlag, other: ServerFlag): boolean {
  return sameJson({ ...one, version: 0 }, { ...other, version: 0 })
}
