import { useEffect, useReducer } from 'react'
import type { ServerFlag } from '../../../src/flags/serverFlag.ts'
import { command } from '../feed/command.ts'
import { newDraft, nextDraft, type FlagDraft } from './flagDraft.ts'

export interface FlagEditing {
  readonly draft: FlagDraft
  edit(flag: ServerFlag): void
  save(): void
  leave(): void
  keep(): void
}

interface FlagEditingNeeds {
  /** There is no such flag any more: saved, it is made anew. */
  readonly isGone: boolean
  readonly onEdited: (isEdited: boolean) => void
}

/** The editing of one flag: mounted anew for each. */
export function useFlagDraft(
  environment: string,
  flag: ServerFlag,
  { isGone, onEdited }: FlagEditingNeeds,
): FlagEditing {
  const [draft, tell] = useReducer(nextDraft, flag, newDraft)

  useEffect(() => tell({ type: 'told', flag }), [flag])

  async function save(): Promise<void> {
    tell({ type: 'saving' })
    const path = `/console/flags/${encodeURIComponent(environment)}/${encodeURIComponent(flag.key)}`
    const answer = await command(path, { flag: draft.flag, before: isGone ? null : draft.base }, 'PUT')
    if (answer.outcome === 'done') {
      onEdited(false)
      return tell({ type: 'saved' })
    }
    const { message, problems } = answer
    return tell({ type: 'refused', problems: problems.length > 0 ? problems : [{ path: '', message }] })
  }

  return {
    draft,
    edit(edited) {
      onEdited(true)
      tell({ type: 'edited', flag: edited })
    },
    save: () => void save(),
    leave() {
      onEdited(false)
      tell({ type: 'left' })
    },
    keep: () => tell({ type: 'kept' }),
  }
}
