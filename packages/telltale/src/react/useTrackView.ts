import type { CallArgs, KnownName } from '../core/model/register.ts'
import { useTrackAt } from './useTrackAt.ts'

/**
 * Records a view: when the component is shown, and again when it shows something else, which is when the name or the
 * properties are other ones. Once each, in StrictMode too.
 *
 * @example useTrackView('Machine - View', { machine: id })
 */
export const useTrackView = <const N extends string>(name: KnownName<N>, ...args: CallArgs<N>): void => {
  let moment: string = name
  try {
    moment += JSON.stringify(args[0])
  } catch {
    // What JSON cannot hold tells no views apart; that it is left out is said when the event is tracked.
  }
  useTrackAt(moment, name, args)
}
