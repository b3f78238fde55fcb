import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { countText } from '../format/countText.ts'
import { Empty } from '../shell/Empty.tsx'
import { NO_FILTER, SHOW_NAMES, type EventFilter } from './eventFilter.ts'
import type { EventLine } from './eventLine.ts'
import classes from './NothingFound.module.css'
import { whyNothing } from './whyNothing.ts'

interface NothingFoundProps {
  /** All events. */
  readonly lines: readonly EventLine[]
  readonly filter: EventFilter
  /** The name of the person that the list follows. */
  readonly user: string
  readonly onFilter: (filter: EventFilter) => void
}

/** Explains which conditions of the filter exclude all events, with buttons that remove them. */
export function NothingFound({ lines, filter, user, onFilter }: NothingFoundProps) {
  const reasons = useMemo(
    () => whyNothing(lines, filter, { show: `Show: ${SHOW_NAMES[filter.show]}`, user: `user ${user}` }),
    [lines, filter, user],
  )
  return (
    <Empty title="No events match the filter" action={{ name: 'Clear the filter', do: () => onFilter(NO_FILTER) }}>
      <ul className={classes.reasons}>
        {reasons.map(({ name, alone, without, rest }) => (
          <li className={classes.reason} key={name}>
            <span>
              <code>{name}</code>{' '}
              {alone === 0
                ? 'matches no events.'
                : `matches ${countText(alone, 'event')}. Without it: ${countText(without, 'event')}.`}
            </span>
            {reasons.length > 1 || without > 0 ? (
              <Button
                size="compact-xs"
                variant="default"
                onClick={() => onFilter(rest)}
                aria-label={`Remove ${name} from the filter`}
              >
                Remove
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {countText(lines.length, 'event')} searched. New events appear here if they match.
    </Empty>
  )
}
