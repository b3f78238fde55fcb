import { useState } from 'react'
import type { Route, View } from './route.ts'

/** The flag and the person that were open last, and the filter of Live, so that they are there again when the user comes back to the view. */
export type LastOpen = Readonly<Partial<Record<View, Omit<Route, 'view'>>>>

export function useLastOpen({ view, open }: Route, liveSearch: string): LastOpen {
  const [lastOpen, setLastOpen] = useState<LastOpen>({})
  if ((view === 'flags' || view === 'people') && lastOpen[view]?.open !== open)
    setLastOpen({ ...lastOpen, [view]: { open } })
  return { ...lastOpen, live: { open: undefined, search: liveSearch } }
}
