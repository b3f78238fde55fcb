import { useEffect, useRef } from 'react'
import type { EventName, TrackArgs } from '../core/model/register.ts'
import { useTrack } from './useTrack.ts'

/** Records an event when the component is shown first: once for as long as it is mounted, in StrictMode too. */
export function useTrackOnce<N extends EventName>(name: N, ...args: TrackArgs<N>): void {
  const track = useTrack()
  const isTracked = useRef(false)
  useEffect(() => {
    if (isTracked.current) return
    isTracked.current = true
    track(name, ...args)
  })
}
