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

/** The editing of one flag: mounted anew for each. */
export function useFlagDraft(environment: string, flag: ServerFlag): FlagEditing {
  const [draft, tell] = useReducer(nextDraft, flag, newDraft)

  useEffect(() => tell({ type: 'told', flag }), [flag])

  async function save(): Promise<void> {
    tell({ type: 'saving' })
    const path = `/console/flags/${encodeURIComponent(environment)}/${encodeURIComponent(flag.key)}`
    const answer = await command(path, { flag: draft.flag, before: draft.base }, 'PUT')
    if (answer.outcome === 'done') return tell({ type: 'saved' })
    const { message, problems } = answer
    return tell({ type: 'refused', problems: problems.length > 0 ? problems : [{ path: '', message }] })
  }

  return {
    draft,
    edit: (edited) => tell({ type: 'edited', flag: edited }),
    save: () => void save(),
    leave: () => tell({ type: 'left' }),
    keep: () => tell({ type: 'kept' }),
  }
}
