import { useEffect, useState } from 'react'
import { ownStorage } from '../ownStorage.ts'
import classes from './KeptHere.module.css'
import { keptEntries } from './keptEntries.ts'

/** How often the storage is read again, in milliseconds. A page gets no `storage` events for its own writes. */
const LOOK_EVERY_MS = 2000

/** What this browser stores for the application, with sizes. */
export function KeptHere() {
  const [kept, setKept] = useState(() => keptEntries(ownStorage))
  useEffect(() => {
    const timer = setInterval(() => setKept(keptEntries(ownStorage)), LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <ul className={classes.kept}>
      {[...kept].map(([what, bytes]) => (
        <li key={what}>
          <span>{what}</span>
          <span className={classes.size}>{bytes < 1000 ? `${bytes} bytes` : `${(bytes / 1000).toFixed(1)} kB`}</span>
        </li>
      ))}
    </ul>
  )
}
