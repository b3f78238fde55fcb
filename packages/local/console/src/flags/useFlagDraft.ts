import { useEffect, useState } from 'react'
import type { ServerFlag } from '../../../src/flags/serverFlag.ts'
import { command } from '../feed/command.ts'
import { newDraft, type DraftInput, type FlagDraft, type Unread } from './flagDraft.ts'
import { draftPlace, type FlagDrafts, type TellDraft } from './useFlagDrafts.ts'

export interface FlagEditing {
  readonly draft: FlagDraft
  /** Whether the services have saved what the form shows. */
  readonly isSaved: boolean
  /** Without `unread`, the unread text stays as it is. */
  edit(flag: ServerFlag, unread?: Unread): void
  save(): void
  leave(): void
  keep(): void
}

interface FlagEditingNeeds {
  readonly drafts: FlagDrafts
  readonly tellDraft: TellDraft
  /** The flag no longer exists. Saving creates it again. */
  readonly isGone: boolean
  readonly onEdit: () => void
}

/** The draft of one flag, and what can be done with it. */
export function useFlagDraft(
  environment: string,
  flag: ServerFlag,
  { drafts, tellDraft, isGone, onEdit }: FlagEditingNeeds,
): FlagEditing {
  const place = draftPlace(environment, flag.key)
  const draft = drafts.get(place) ?? newDraft(flag)
  const [hasSaved, setHasSaved] = useState(false)
  const tell = (input: DraftInput) => tellDraft({ place, flag, input })

  // Also when the form opens: the file may have changed while the draft was out of sight.
  useEffect(() => tellDraft({ place, flag, input: { type: 'reported', flag } }), [place, flag, tellDraft])

  async function save(): Promise<void> {
    tell({ type: 'saving' })
    const path = `/console/flags/${encodeURIComponent(environment)}/${encodeURIComponent(flag.key)}`
    const answer = await command(path, { flag: draft.flag, before: isGone ? null : draft.base }, 'PUT')
    if (answer.outcome === 'done') {
      setHasSaved(true)
      return tell({ type: 'saved' })
    }
    const { message, problems } = answer
    return tell({ type: 'refused', problems: problems.length > 0 ? problems : [{ path: '', message }] })
  }

  return {
    draft,
    isSaved: hasSaved && draft.phase === 'same',
    edit(edited, unread) {
      setHasSaved(false)
      onEdit()
      tell({ type: 'edited', flag: edited, unread })
    },
    save: () => void save(),
    leave: () => tell({ type: 'left' }),
    keep: () => tell({ type: 'kept' }),
  }
}
