import { useSyncExternalStore } from 'react'
import { useTelltale } from 'telltale/react'

/** How many events the collector has yet to get: what happened here, in other tabs and on earlier visits. */
export function useWaitingEvents(): number {
  const { diagnostics } = useTelltale()
  const { held, unread } = useSyncExternalStore(diagnostics.subscribe, diagnostics.get).waiting
  return held + (unread['collector'] ?? 0)
}
