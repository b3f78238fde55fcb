import { CloseButton } from '@mantine/core'
import type { LocalUser } from '../../../src/users/usersFile.ts'
import { nameOf } from '../people/nameOf.ts'
import type { EventFilter } from './eventFilter.ts'
import classes from './FilterChips.module.css'

interface FilterChipsProps {
  readonly filter: EventFilter
  readonly onFilter: (filter: EventFilter) => void
  readonly users: readonly LocalUser[]
  /** The number of rows without the filter. */
  readonly total: number
}

/** The person and the tab that the list follows, with buttons to stop. */
export function FilterChips({ filter, onFilter, users, total }: FilterChipsProps) {
  const { user, tab } = filter
  if (user === undefined && tab === undefined) return null
  const person = users.find(({ identity }) => identity.unique_identity === user)
  return (
    <div className={classes.chips}>
      <span className={classes.following}>Following</span>
      {user !== undefined && (
        <span className={classes.chip}>
          {person ? nameOf(person) : user}
          <CloseButton
            size="xs"
            onClick={() => onFilter({ ...filter, user: undefined })}
            aria-label={`Stop following ${person ? nameOf(person) : user}`}
          />
        </span>
      )}
      {tab !== undefined && (
        <span className={classes.chip}>
          tab <code>{tab.slice(0, 8)}</code>
          <CloseButton
            size="xs"
            onClick={() => onFilter({ ...filter, tab: undefined })}
            aria-label="Stop following this tab"
          />
        </span>
      )}
      <span className={classes.of}>of {total.toLocaleString('en')} events</span>
    </div>
  )
}
