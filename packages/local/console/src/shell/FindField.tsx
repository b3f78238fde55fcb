import { TextInput, VisuallyHidden } from '@mantine/core'
import { SearchIcon } from '@primer/octicons-react'
import { useRef, type KeyboardEvent } from 'react'
import classes from './FindField.module.css'
import { focusable } from './nextFocus.ts'
import { useFindKey } from './useFindKey.ts'

interface FindFieldProps {
  readonly label: string
  readonly typed: string
  readonly onType: (typed: string) => void
  /** How many items match, for screen readers: `2 of 8 flags`. */
  readonly result: string
  /** Closes what is open, which hides the list on a narrow screen. */
  readonly showList: () => void
}

/**
 * Filters the list of its pane. Enter moves the focus to the first item, which has `data-item`. Escape empties the field, and then
 * leaves it.
 */
export function FindField({ label, typed, onType, result, showList }: FindFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  useFindKey(field, showList)

  function onKeyDown({ key, currentTarget }: KeyboardEvent): void {
    const pane = currentTarget.closest('section')
    if (key === 'Enter') pane?.querySelector<HTMLElement>('[data-item]')?.focus()
    if (key !== 'Escape') return
    if (typed !== '') onType('')
    else if (pane) focusable(pane).focus()
  }

  return (
    <>
      <TextInput
        ref={field}
        size="xs"
        className={classes.field}
        value={typed}
        onChange={(change) => onType(change.currentTarget.value)}
        onKeyDown={onKeyDown}
        placeholder="Find"
        aria-label={label}
        leftSection={<SearchIcon size={14} />}
        rightSection={<kbd>/</kbd>}
      />
      <VisuallyHidden role="status">{typed.trim() !== '' && result}</VisuallyHidden>
    </>
  )
}
