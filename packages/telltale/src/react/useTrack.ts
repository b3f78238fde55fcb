import { useEffect, useRef } from 'react'
import type { CallArgs, KnownName, Track } from '../core/model/register.ts'
import { useTelltale } from './useTelltale.ts'

/** Returns `telltale.track`, which is the same function in each render. */
export const useTrack = (): Track => useTelltale().track

/** Records an event when the component mounts: once per mount, also in StrictMode. */
export const useTrackOnce = <const N extends string>(name: KnownName<N>, ...args: CallArgs<N>): void =>
  useTrackAt('once', name, args)

/**
 * Records a view when the component mounts, and again when the name or the properties change. Each view is recorded once, also in
 * StrictMode.
 *
 * @example useTrackView('Machine - View', { machine: id })
 */
export const useTrackView = <const N extends string>(name: KnownName<N>, ...args: CallArgs<N>): void => {
  let moment: string = name
  try {
    moment += JSON.stringify(args[0])
  } catch {
    // Properties that are not JSON are ignored in the comparison. `track` reports them.
  }
  useTrackAt(moment, name, args)
}

/** Records an event in an effect when `moment` has changed. StrictMode runs effects twice, but keeps refs. */
function useTrackAt<N extends string>(moment: string, name: KnownName<N>, args: CallArgs<N>): void {
  const track = useTrack()
  const latest = useRef('')
  useEffect(() => {
    if (latest.current === moment) return
    latest.current = moment
    track<N>(name, ...args)
  })
}
