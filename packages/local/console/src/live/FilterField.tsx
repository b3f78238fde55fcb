import { Autocomplete } from '@mantine/core'
import { SearchIcon } from '@primer/octicons-react'
import { useMemo, useRef, useState } from 'react'
import { useKeys } from '../shell/useKeys.ts'
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
}

/** The filter field of the list, with suggestions. */
export function FilterField({ typed, onType, onLeave, lines }: FilterFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  useKeys([['/', () => field.current?.focus()]])
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
        const isTaking = isOpen && press.currentTarget.hasAttribute('aria-activedescendant')
        if (press.key === 'Enter' ? !isTaking : press.key === 'ArrowDown' && suggestions.length === 0) {
          press.preventDefault()
          return onLeave()
        }
        if (press.key === 'Escape') setIsSuggesting(false)
        // The first Escape only closes the suggestions.
        if (press.key !== 'Escape' || isOpen) return
        if (typed !== '') return onType('')
        press.currentTarget.blur()
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
