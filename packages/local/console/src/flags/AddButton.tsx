import { Button, type ButtonProps } from '@mantine/core'
import { PlusIcon } from '@primer/octicons-react'
import type { MouseEvent } from 'react'
import { flushSync } from 'react-dom'

interface AddButtonProps extends ButtonProps {
  readonly name: string
  readonly onAdd: () => void
}

const FIELDS = 'input:not([type=hidden]), select, textarea'

/**
 * Adds a row to the section or article around it, and moves the focus to the first field of the new row, or to the one that is marked
 * with `data-first-field`. Its text is selected, so that typing replaces it.
 */
export function AddButton({ name, onAdd, ...props }: AddButtonProps) {
  function add({ currentTarget }: MouseEvent): void {
    const around = currentTarget.closest('article, section')
    const fields = () => [...(around?.querySelectorAll<HTMLElement>(FIELDS) ?? [])]
    const before = new Set(fields())
    flushSync(onAdd)
    const added = fields().filter((field) => !before.has(field))
    const first = added.find((field) => field.matches('[data-first-field]')) ?? added[0]
    first?.focus()
    if (first instanceof HTMLInputElement) first.select()
  }
  return (
    <Button size="compact-xs" leftSection={<PlusIcon size={12} />} onClick={add} data-adds {...props}>
      {name}
    </Button>
  )
}
