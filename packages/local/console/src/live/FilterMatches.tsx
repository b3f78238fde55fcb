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
  const [reported, setReported] = useState({ filter, count })
  if (reported.filter !== filter) setReported({ filter, count })
  return (
    <VisuallyHidden role="status">
      {isFiltering(filter) && `${countText(reported.count, 'event')} ${reported.count === 1 ? 'matches' : 'match'}`}
      {isPaused && ' Paused'}
    </VisuallyHidden>
  )
}
