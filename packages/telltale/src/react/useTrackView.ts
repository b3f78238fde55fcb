import { useEffect, useRef } from 'react'
import type { EventName, TrackArgs } from '../core/model/register.ts'
import { useTrack } from './useTrack.ts'

/**
 * Records a view: when the component is shown, and again when it shows something else, which is when the name or the
 * properties are other ones. Once each, in StrictMode too.
 *
 * @example useTrackView('Machine - View', { machine: id })
 */
export function useTrackView<N extends EventName>(name: N, ...args: TrackArgs<N>): void {
  const track = useTrack()
  const viewed = useRef('')
  useEffect(() => {
    const view = JSON.stringify([name, args[0]])
    if (viewed.current === view) return
    viewed.current = view
    track(name, ...args)
  })
}
