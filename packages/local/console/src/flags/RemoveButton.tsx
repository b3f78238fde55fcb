import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'

interface RemoveButtonProps {
  readonly name: string
  /** Absent when it has to stay. */
  readonly onRemove: (() => void) | undefined
}

/** Takes one of several away. */
export function RemoveButton({ name, onRemove }: RemoveButtonProps) {
  return (
    <ActionIcon variant="subtle" color="gray" onClick={onRemove} disabled={onRemove === undefined} aria-label={name}>
      <IconX size={14} />
    </ActionIcon>
  )
}
