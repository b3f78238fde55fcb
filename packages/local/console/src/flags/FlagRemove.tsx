import { ActionIcon, Button, Popover, Tooltip } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { ServerFlag } from '../../../src/flags/serverFlag.ts'
import { command, refusalOf } from '../feed/command.ts'
import classes from './FlagRemove.module.css'

interface FlagRemoveProps {
  readonly flag: ServerFlag
  readonly environment: string
  readonly isLive: boolean
}

/** Takes a flag out of the file, after asking; it can be taken back from the history of the others. */
export function FlagRemove({ flag, environment, isLive }: FlagRemoveProps) {
  const [isAsking, setIsAsking] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function remove(): Promise<void> {
    const path = `/console/flags/${encodeURIComponent(environment)}/${encodeURIComponent(flag.key)}`
    setProblem(refusalOf(await command(path, undefined, 'DELETE')))
  }

  return (
    <Popover opened={isAsking} onChange={setIsAsking} position="bottom-end" shadow="md" width={280} trapFocus>
      <Popover.Target>
        <Tooltip label="Remove the flag">
          <ActionIcon
            variant="subtle"
            color="gray"
            disabled={!isLive}
            onClick={() => setIsAsking(!isAsking)}
            aria-label={`Remove ${flag.key}`}
          >
            <IconTrash size={15} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown className={classes.ask} aria-label={`Remove ${flag.key}?`}>
        <p className={classes.words}>
          Pages get their own fallback then. “Removed just now”, below the flags, takes it back.
        </p>
        {problem !== undefined && (
          <p className={classes.problem} role="alert">
            {problem}
          </p>
        )}
        <Button size="compact-sm" color="red" variant="outline" onClick={() => void remove()}>
          Remove {flag.key}
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}
