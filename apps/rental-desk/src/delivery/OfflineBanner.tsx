import { CheckCircleIcon, CloudOfflineIcon, UploadIcon } from '@primer/octicons-react'
import { useEffect, useState } from 'react'
import { countOf } from '../pricing/countOf.ts'
import classes from './OfflineBanner.module.css'
import { useOnline } from './useOnline.ts'
import { useWaitingEvents } from './useWaitingEvents.ts'

/** How long the banner stays after all events were sent, in milliseconds. */
const RELIEF_MS = 6000

/** Shows that the browser is offline, what that means, and when it is back online. Part of the header, which stays in view. */
export function OfflineBanner() {
  const isOnline = useOnline()
  const waiting = useWaitingEvents()
  const [wasOffline, setWasOffline] = useState(false)
  if (!isOnline && !wasOffline) setWasOffline(true)
  const isDone = isOnline && wasOffline && waiting === 0
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => setWasOffline(false), RELIEF_MS)
    return () => clearTimeout(timer)
  }, [isDone])

  return (
    <div role="status">
      {wasOffline && (
        <div className={classes.banner} data-network data-state={isOnline ? (isDone ? 'done' : 'sending') : 'offline'}>
          {isOnline ? (
            isDone ? (
              <CheckCircleIcon size={20} />
            ) : (
              <UploadIcon size={20} />
            )
          ) : (
            <CloudOfflineIcon size={20} />
          )}
          <p className={classes.text}>{isOnline ? backLine(waiting) : <OfflineWords waiting={waiting} />}</p>
        </div>
      )}
    </div>
  )
}

function OfflineWords({ waiting }: { waiting: number }) {
  return (
    <>
      <strong>You are offline.</strong> You can keep working: events are stored in this browser and sent when the
      network is back. {waiting > 0 && <span className={classes.count}>{countOf(waiting, 'event')} waiting</span>}
    </>
  )
}

const backLine = (waiting: number) =>
  waiting > 0 ? `Back online. ${countOf(waiting, 'event')} being sent.` : 'Back online. All events were sent.'
