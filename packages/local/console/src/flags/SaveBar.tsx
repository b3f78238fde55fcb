import { Button } from '@mantine/core'
import type { Problem } from '../../../src/console/consoleMessage.ts'
import classes from './SaveBar.module.css'
import type { FlagEditing } from './useFlagDraft.ts'

interface SaveBarProps {
  readonly editing: FlagEditing
  readonly problems: readonly Problem[]
  readonly isLive: boolean
  readonly isGone: boolean
}

/** What there is to be done about what was edited, and what stands against it. Nothing while nothing was. */
export function SaveBar({ editing, problems, isLive, isGone }: SaveBarProps) {
  const { draft, save, leave, keep } = editing
  if (draft.phase === 'same' && !isGone) return null
  const { phase } = draft
  const theirs = isGone ? undefined : draft.theirs
  return (
    <footer className={classes.bar}>
      {isGone && (
        <div className={classes.theirs} role="alert">
          <span>
            <strong>This flag was removed meanwhile.</strong> What you have written is still here. Saved, it is a new
            flag of the same key.
          </span>
        </div>
      )}
      {theirs !== undefined && (
        <div className={classes.theirs} role="alert">
          <span>Somebody else changed this flag meanwhile.</span>
          <Button size="compact-xs" variant="default" onClick={leave}>
            Take theirs
          </Button>
          <Button size="compact-xs" variant="default" onClick={keep}>
            Keep mine
          </Button>
        </div>
      )}
      {problems.length > 0 && (
        <ul className={classes.problems} role="alert">
          {problems.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              {path !== '' && <code>{path}</code>} {message}
            </li>
          ))}
        </ul>
      )}
      <div className={classes.actions}>
        <span className={classes.says}>Not saved yet. What is saved goes to every page at once.</span>
        <Button size="compact-sm" variant="default" onClick={leave}>
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
