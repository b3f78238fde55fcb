import { Button } from '@mantine/core'
import { UndoIcon } from '@primer/octicons-react'
import { useState } from 'react'
import type { ConsoleChange } from '../../../src/editing/consoleChange.ts'
import { command, refusalOf } from '../feed/command.ts'
import { clockToSecond, isoTime } from '../format/time.ts'
import { Empty } from '../shell/Empty.tsx'
import { changeText } from './changeText.ts'
import classes from './FlagHistory.module.css'

const WHO: Readonly<Record<ConsoleChange['who'], string>> = {
  console: 'in the console',
  file: 'in the file',
  undo: 'by undo',
}

/** The changes since the start and their authors. Each can be undone unless a later change depends on it. */
export function FlagHistory({
  changes,
  isLive,
}: {
  readonly changes: readonly ConsoleChange[]
  readonly isLive: boolean
}) {
  const [problem, setProblem] = useState<string>()

  async function undo(id: number): Promise<void> {
    setProblem(refusalOf(await command('/console/undo', { id })))
  }

  if (changes.length === 0) return <NoChanges />
  return (
    <>
      {problem !== undefined && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <ol className={classes.list}>
        {changes.map(({ id, at, who, before, after, canUndo }) => (
          <li className={classes.change} key={id}>
            <time className={classes.time} dateTime={isoTime(at)}>
              {clockToSecond(at)}
            </time>
            <span className={classes.what}>
              <strong>{changeText(before, after)}</strong> {WHO[who]}
            </span>
            <span className={classes.version}>
              {before === undefined ? '' : `v${before.version}`} → {after === undefined ? 'gone' : `v${after.version}`}
            </span>
            <Button
              size="compact-xs"
              variant="default"
              leftSection={<UndoIcon size={13} />}
              disabled={!canUndo || !isLive}
              onClick={() => void undo(id)}
              aria-label={`Undo: ${changeText(before, after)} at ${clockToSecond(at)}`}
            >
              Undo
            </Button>
          </li>
        ))}
      </ol>
    </>
  )
}

function NoChanges() {
  return (
    <Empty title="No changes yet">
      Changes that you make here or in the file since the services started appear here, and you can undo them.
    </Empty>
  )
}
