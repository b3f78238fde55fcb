import { Button } from '@mantine/core'
import { UndoIcon } from '@primer/octicons-react'
import type { ConsoleChange } from '../../../src/editing/consoleChange.ts'
import { command } from '../feed/command.ts'
import classes from './RemovedFlags.module.css'

interface RemovedFlagsProps {
  readonly changes: readonly ConsoleChange[]
  /** The client-side id of the environment. */
  readonly environment: string
  readonly isLive: boolean
}

/**
 * Flags that were removed since the start and can be restored. They have no form of their own in which their history is shown.
 */
export function RemovedFlags({ changes, environment, isLive }: RemovedFlagsProps) {
  const removals = changes.filter(
    (change) => change.after === undefined && change.canUndo && change.environment === environment,
  )
  // The latest removal of each flag: it may have been restored and removed again.
  const removed = removals.filter(({ key }, place) => removals.findIndex((other) => other.key === key) === place)
  if (removed.length === 0) return null
  return (
    <section className={classes.removed} aria-label="Recently removed">
      <h3 className={classes.title}>Recently removed</h3>
      {removed.map(({ id, key }) => (
        <div className={classes.flag} key={id}>
          <span className={classes.key}>{key}</span>
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<UndoIcon size={13} />}
            disabled={!isLive}
            onClick={() => void command('/console/undo', { id })}
            aria-label={`Restore ${key}`}
          >
            Restore
          </Button>
        </div>
      ))}
    </section>
  )
}
