import { useState, useSyncExternalStore } from 'react'
import { useTelltale } from './useTelltale.ts'

/**
 * Whether it has been found out who is here and what is switched on for them; a failure is an answer too. Once true, it stays
 * so. On a server, and for what it rendered, it is true: what the page shows already is not taken away.
 */
export function useReady(): boolean {
  const { ready } = useTelltale()
  const isReady = useSyncExternalStore(ready.subscribe, ready.get, () => true)
  const [rendered] = useState(isReady && ready)
  // Another layer has its own answer.
  return isReady || rendered === ready
}
