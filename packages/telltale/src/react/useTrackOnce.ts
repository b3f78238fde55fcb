import type { EventName, TrackArgs } from '../core/model/register.ts'
import { useTrackAt } from './useTrackAt.ts'

/** Records an event when the component is shown first: once for as long as it is mounted, in StrictMode too. */
export const useTrackOnce = <N extends EventName>(name: N, ...args: TrackArgs<N>): void =>
  useTrackAt('once', name, args)
