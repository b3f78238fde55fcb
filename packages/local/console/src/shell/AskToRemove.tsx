import { ActionIcon, Button, Popover, Tooltip } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import classes from './AskToRemove.module.css'

interface AskToRemoveProps {
  /** What goes. */
  readonly name: string
  /** What the button is for, when it is pointed at. */
  readonly label: string
  readonly isLive: boolean
  /** Answers with why it was refused. */
  readonly remove: () => Promise<string | undefined>
  /** What it means. */
  readonly children: ReactNode
}

/** A button that takes something away, after asking. */
export function AskToRemove({ name, label, isLive, remove, children }: AskToRemoveProps) {
  const [isAsking, setIsAsking] = useState(false)
  const [problem, setProblem] = useState<string>()
  return (
    <Popover opened={isAsking} onChange={setIsAsking} position="bottom-end" shadow="md" width={280} trapFocus>
      <Popover.Target>
        <Tooltip label={label}>
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
        <p className={classes.words}>{children}</p>
        {problem !== undefined && (
          <p className={classes.problem} role="alert">
            {problem}
          </p>
        )}
        <Button size="compact-sm" color="red" variant="outline" onClick={() => void remove().then(setProblem)}>
          Remove {name}
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}
