import { Button } from '@mantine/core'
import type { Ref } from 'react'
import type { Problem } from '../../../src/protocol/problem.ts'
import { problemPlace } from './problemPlace.ts'
import classes from './SaveBar.module.css'
import type { FlagEditing } from './useFlagDraft.ts'

interface SaveBarProps {
  readonly ref: Ref<HTMLElement>
  readonly editing: FlagEditing
  readonly problems: readonly Problem[]
  readonly isLive: boolean
  readonly isGone: boolean
}

/** The actions for unsaved edits, and the problems that prevent saving. Hidden if there are no edits. */
export function SaveBar({ ref, editing, problems, isLive, isGone }: SaveBarProps) {
  const { draft, save, leave, keep } = editing
  if (draft.phase === 'same' && !isGone) return null
  const { phase } = draft
  const theirs = isGone ? undefined : draft.theirs
  return (
    <footer className={classes.bar} ref={ref}>
      {isGone && (
        <div className={classes.theirs} role="alert">
          <span>
            <strong>This flag was removed while you were editing.</strong> Your changes are still here. Saving creates a
            new flag with the same key.
          </span>
        </div>
      )}
      {theirs !== undefined && (
        <div className={classes.theirs} role="alert">
          <span>This flag has changed while you were editing it.</span>
          <Button size="compact-xs" variant="default" onClick={leave}>
            Discard my changes
          </Button>
          <Button size="compact-xs" variant="default" onClick={keep}>
            Keep my changes
          </Button>
        </div>
      )}
      {problems.length > 0 && (
        <ul className={classes.problems} role="alert">
          {problems.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              {path !== '' && <strong>{problemPlace(path)}:</strong>} {message}
            </li>
          ))}
        </ul>
      )}
      <div className={classes.actions}>
        <span className={classes.says}>Unsaved changes. Saving updates all connected pages at once.</span>
        <Button size="compact-sm" variant="default" onClick={leave} data-discards>
          Discard
        </Button>
        <Button
          size="compact-sm"
          onClick={save}
          loading={phase === 'saving'}
          disabled={problems.length > 0 || theirs !== undefined || !isLive}
        >
          {isGone ? 'Save as a new flag' : 'Save'}
        </Button>
      </div>
    </footer>
  )
}
