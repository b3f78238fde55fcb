import { ActionIcon } from '@mantine/core'
import { XIcon } from '@primer/octicons-react'

interface RemoveButtonProps {
  readonly name: string
  /** Absent if the item cannot be removed. */
  readonly onRemove: (() => void) | undefined
}

/** Removes one item of a list. */
export function RemoveButton({ name, onRemove }: RemoveButtonProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      onClick={onRemove}
      disabled={onRemove === undefined}
      aria-label={name}
      data-removes="row"
    >
      <XIcon size={14} />
    </ActionIcon>
  )
}
