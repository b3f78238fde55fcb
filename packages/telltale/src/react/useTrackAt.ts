import { useEffect, useRef } from 'react'
import type { CallArgs, KnownName } from '../core/model/register.ts'
import { useTrack } from './useTrack.ts'

/** Records an event in an effect, whenever `moment` is another one. StrictMode runs effects twice, and keeps references. */
export function useTrackAt<N extends string>(moment: string, name: KnownName<N>, args: CallArgs<N>): void {
  const track = useTrack()
  const latest = useRef('')
  useEffect(() => {
    if (latest.current === moment) return
    latest.current = moment
    track<N>(name, ...args)
  })
}
