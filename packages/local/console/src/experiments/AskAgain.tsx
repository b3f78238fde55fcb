import { Button } from '@mantine/core'
import { SyncIcon } from '@primer/octicons-react'
import type { Asked } from './useAsked.ts'

interface AskAgainProps {
  readonly asked: Asked<unknown>
  readonly again: () => void
}

/** Asks the services again: what has arrived since is not shown by itself. */
export function AskAgain({ asked, again }: AskAgainProps) {
  const isAsking = asked.status === 'asking'
  return (
    <Button
      size="compact-xs"
      variant="default"
      leftSection={<SyncIcon size={13} />}
      onClick={() => isAsking || again()}
      aria-disabled={isAsking}
    >
      {isAsking ? 'Reading…' : 'Read again'}
    </Button>
  )
}
