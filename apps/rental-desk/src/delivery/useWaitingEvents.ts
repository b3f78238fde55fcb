import { useEffect, useState } from 'react'
import { useTelltale } from 'telltale/react'

/** How often the events are counted, in milliseconds. */
const INTERVAL_MS = 1000

/** The number of events that the collector has not received yet, from this tab, other tabs and earlier visits. */
export function useWaitingEvents(): number {
  const telltale = useTelltale()
  const [waiting, setWaiting] = useState(0)
  useEffect(() => {
    let isMounted = true
    async function count() {
      const { pending, unread } = (await telltale.counts()).waiting
      if (isMounted) setWaiting(pending + (unread['collector'] ?? 0))
    }
    void count()
    const timer = setInterval(count, INTERVAL_MS)
    return () => {
      isMounted = false
      clearInterval(timer)
    }
  }, [telltale])
  return waiting
}
