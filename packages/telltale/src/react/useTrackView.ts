import type { EventName, TrackArgs } from '../core/model/register.ts'
import { useTrackAt } from './useTrackAt.ts'

/**
 * Records a view: when the component is shown, and again when it shows something else, which is when the name or the
 * properties are other ones. Once each, in StrictMode too.
 *
 * @example useTrackView('Machine - View', { machine: id })
 */
export const useTrackView = <N extends EventName>(name: N, ...args: TrackArgs<N>): void =>
  useTrackAt(JSON.stringify([name, args[0]]), name, args)
