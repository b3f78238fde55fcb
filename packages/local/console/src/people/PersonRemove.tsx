import { ActionIcon, Button, Popover, Tooltip } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { LocalUser } from '../../../src/users/usersFile.ts'
import { command, refusalOf } from '../feed/command.ts'
import { nameOf } from './nameOf.ts'
import classes from './PersonRemove.module.css'

interface PersonRemoveProps {
  readonly user: LocalUser
  readonly isLive: boolean
  readonly onRemoved: () => void
}

/** Takes somebody out of the file, after asking: there is no way back but to add them again. */
export function PersonRemove({ user, isLive, onRemoved }: PersonRemoveProps) {
  const [isAsking, setIsAsking] = useState(false)
  const [problem, setProblem] = useState<string>()
  const name = nameOf(user)

  async function remove(): Promise<void> {
    const path = `/console/people/${encodeURIComponent(user.identity.unique_identity)}`
    const refusal = refusalOf(await command(path, undefined, 'DELETE'))
    setProblem(refusal)
    if (refusal === undefined) onRemoved()
  }

  return (
    <Popover opened={isAsking} onChange={setIsAsking} position="bottom-end" shadow="md" width={280} trapFocus>
      <Popover.Target>
        <Tooltip label="Remove">
          <ActionIcon
            variant="subtle"
            color="gray"
            disabled={!isLive}
            onClick={() => setIsAsking(!isAsking)}
            aria-label={`Remove ${name}`}
          >
            <IconTrash size={15} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown className={classes.ask} aria-label={`Remove ${name}?`}>
        <p className={classes.words}>Their token is not known any more then. What they did stays.</p>
        {problem !== undefined && (
          <p className={classes.problem} role="alert">
            {problem}
          </p>
        )}
        <Button size="compact-sm" color="red" variant="outline" onClick={() => void remove()}>
          Remove {name}
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}
