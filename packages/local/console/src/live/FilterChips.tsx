import { CloseButton } from '@mantine/core'
import type { LocalUser } from '../../../src/users/usersFile.ts'
import { nameOf } from '../people/nameOf.ts'
import { spanText } from './eventBars.ts'
import type { EventFilter } from './eventFilter.ts'
import classes from './FilterChips.module.css'

interface FilterChipsProps {
  readonly filter: EventFilter
  readonly onFilter: (filter: EventFilter) => void
  readonly users: readonly LocalUser[]
  /** The number of rows without the filter. */
  readonly total: number
}

/** The person, the tab and the time that the list is limited to, with buttons to stop. */
export function FilterChips({ filter, onFilter, users, total }: FilterChipsProps) {
  const { user, tab, between } = filter
  const isFollowing = user !== undefined || tab !== undefined
  if (!isFollowing && between === undefined) return null
  const person = users.find(({ identity }) => identity.unique_identity === user)
  return (
    <div className={classes.chips}>
      {isFollowing && <span className={classes.following}>Following</span>}
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
      {between !== undefined && (
        <span className={classes.chip}>
          <code>{spanText(between)}</code>
          <CloseButton
            size="xs"
            onClick={() => onFilter({ ...filter, between: undefined })}
            aria-label="Show events of any time"
          />
        </span>
      )}
      <span className={classes.of}>of {total.toLocaleString('en')} events</span>
    </div>
  )
}
