import { ActionIcon, Button, Popover, Tooltip } from '@mantine/core'
import { TrashIcon } from '@primer/octicons-react'
import { useState, type ReactNode } from 'react'
import classes from './AskToRemove.module.css'

interface AskToRemoveProps {
  /** The name of the item. */
  readonly name: string
  /** The tooltip of the button. */
  readonly label: string
  readonly isLive: boolean
  /** Resolves with the error message if the removal was refused. */
  readonly remove: () => Promise<string | undefined>
  /** The consequences of the removal. */
  readonly children: ReactNode
}

/** A button that removes something after a confirmation. */
export function AskToRemove({ name, label, isLive, remove, children }: AskToRemoveProps) {
  const [isAsking, setIsAsking] = useState(false)
  const [problem, setProblem] = useState<string>()
  return (
    <Popover
      opened={isAsking}
      onChange={setIsAsking}
      position="bottom-end"
      shadow="md"
      width={280}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        {/* Over the popover it would hide what is asked. */}
        <Tooltip label={label} disabled={isAsking}>
          <ActionIcon
            variant="subtle"
            color="gray"
            disabled={!isLive}
            onClick={() => setIsAsking(!isAsking)}
            aria-label={`Remove ${name}`}
          >
            <TrashIcon size={15} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown className={classes.ask} aria-label={`Remove ${name}?`}>
        <p className={classes.words}>{children}</p>
        {problem !== undefined && (
          <p className={classes.problem} role="alert">
            {problem}
          </p>
        )}
        <div className={classes.actions}>
          {/* It has the focus, so that a second Enter removes nothing. */}
          <Button size="compact-sm" variant="default" onClick={() => setIsAsking(false)} data-autofocus>
            Cancel
          </Button>
          <Button size="compact-sm" color="red" variant="outline" onClick={() => void remove().then(setProblem)}>
            Remove {name}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
