import { VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { countText } from '../format/countText.ts'
import { isFiltering, type EventFilter } from './eventFilter.ts'

interface FilterMatchesProps {
  readonly filter: EventFilter
  /** The number of events that match it. */
  readonly count: number
  readonly isPaused: boolean
}

/** Tells screen readers how many events a new filter matches, and that the list is paused. It does not announce the events that arrive later. */
export function FilterMatches({ filter, count, isPaused }: FilterMatchesProps) {
  const [told, setTold] = useState({ filter, count })
  if (told.filter !== filter) setTold({ filter, count })
  return (
    <VisuallyHidden role="status">
      {isFiltering(filter) && `${countText(told.count, 'event')} ${told.count === 1 ? 'matches' : 'match'}`}
      {isPaused && ' Paused'}
    </VisuallyHidden>
  )
}
