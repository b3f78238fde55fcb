import { Autocomplete } from '@mantine/core'
import { SearchIcon } from '@primer/octicons-react'
import { useMemo, useRef, useState } from 'react'
import { focusable } from '../shell/nextFocus.ts'
import { useFindKey } from '../shell/useFindKey.ts'
import type { EventLine } from './eventLine.ts'
import classes from './FilterField.module.css'
import { filterSuggestions } from './filterSuggestions.ts'

interface FilterFieldProps {
  readonly typed: string
  readonly onType: (typed: string) => void
  /** Moves the focus on to the list. */
  readonly onLeave: () => void
  /** The existing events, for suggestions. */
  readonly lines: readonly EventLine[]
  /** Closes the open event, which hides the list on a narrow screen. */
  readonly showList: () => void
}

/** The filter field of the list, with suggestions. */
export function FilterField({ typed, onType, onLeave, lines, showList }: FilterFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  useFindKey(field, showList)
  const [isSuggesting, setIsSuggesting] = useState(false)
  // A part was picked from the list, and its value comes next.
  const goesOn = useRef(false)
  const suggestions = useMemo(() => filterSuggestions(typed, lines), [typed, lines])
  const isOpen = isSuggesting && suggestions.length > 0
  const byValue = new Map(suggestions.map((one) => [one.value, one]))
  return (
    <Autocomplete
      ref={field}
      size="xs"
      className={classes.field ?? ''}
      value={typed}
      onChange={onType}
      onKeyDown={(press) => {
        // Enter takes the active suggestion, if there is one. ArrowDown goes into the suggestions, if there are any.
        const isTaking = isOpen && hasActive(press.currentTarget.getAttribute('aria-controls'))
        if (press.key === 'Enter' ? !isTaking : press.key === 'ArrowDown' && suggestions.length === 0) {
          press.preventDefault()
          return onLeave()
        }
        if (press.key === 'Escape') setIsSuggesting(false)
        // The first Escape only closes the suggestions.
        if (press.key !== 'Escape' || isOpen) return
        if (typed !== '') return onType('')
        // The pane, if the list has not appeared again yet.
        const pane = press.currentTarget.closest('section')
        if (pane) focusable(pane).focus()
        onLeave()
      }}
      onBlur={() => setIsSuggesting(false)}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setIsSuggesting(true)}
      onOptionSubmit={(picked) => {
        goesOn.current = picked.endsWith(':')
      }}
      onDropdownClose={() => {
        setIsSuggesting(goesOn.current)
        goesOn.current = false
      }}
      data={[...byValue.keys()]}
      // Suggestions are already filtered, and each one is the whole text.
      filter={({ options }) => options}
      renderOption={({ option }) => (
        <span className={classes.option}>
          <code>{byValue.get(option.value)?.term ?? option.value}</code>
          <span>{byValue.get(option.value)?.says}</span>
        </span>
      )}
      comboboxProps={{ width: 'max-content', position: 'bottom-start', shadow: 'md' }}
      maxDropdownHeight={320}
      placeholder="Filter"
      aria-label="Filter events"
      leftSection={<SearchIcon size={14} />}
      rightSection={<kbd>/</kbd>}
    />
  )
}

/** Whether a list of suggestions has an active one. The field’s `aria-activedescendant` stays after a suggestion was taken. */
function hasActive(listId: string | null): boolean {
  return document.getElementById(listId ?? '')?.querySelector('[data-combobox-selected]') != null
}
