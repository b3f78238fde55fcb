import { useEffect, useState } from 'react'
import type { Route } from '../shell/route.ts'
import type { Go } from '../shell/useRoute.ts'
import type { EventFilter } from './eventFilter.ts'
import { filterSearch, readFilterSearch } from './filterAddress.ts'

/** Milliseconds after the last change: browsers limit how often an address may change, and a user types faster. */
const SETTLE_MS = 300

/** The filter of Live, which its address has. It stays while the user looks at another view. */
export function useFilter(
  { view, open, search = '' }: Route,
  go: Go,
): readonly [EventFilter, (next: EventFilter) => void] {
  const [filter, setFilter] = useState(() => readFilterSearch(search))
  const [seen, setSeen] = useState(search)
  const isLive = view === 'live'
  // A link or the browser's Back has led to another filter.
  if (isLive && search !== seen) {
    setSeen(search)
    if (search !== filterSearch(filter)) setFilter(readFilterSearch(search))
  }
  const wanted = filterSearch(filter)
  useEffect(() => {
    if (!isLive || wanted === search) return undefined
    const timer = window.setTimeout(() => go('live', open, wanted), SETTLE_MS)
    return () => window.clearTimeout(timer)
  }, [isLive, wanted, search, open, go])
  return [filter, setFilter]
}
