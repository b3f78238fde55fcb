import { useState } from 'react'
import type { Route, View } from './route.ts'

/** The flag and the person that were open last, so that they are open again when the user comes back to the view. */
export type LastOpen = Readonly<Partial<Record<View, string>>>

export function useLastOpen({ view, open }: Route): LastOpen {
  const [lastOpen, setLastOpen] = useState<LastOpen>({})
  if ((view === 'flags' || view === 'people') && lastOpen[view] !== open) {
    const { [view]: _before, ...others } = lastOpen
    setLastOpen(open === undefined ? others : { ...others, [view]: open })
  }
  return lastOpen
}
