import type { CallArgs, KnownName } from '../core/model/register.ts'
import { useTrackAt } from './useTrackAt.ts'

/** Records an event when the component is shown first: once for as long as it is mounted, in StrictMode too. */
export const useTrackOnce = <const N extends string>(name: KnownName<N>, ...args: CallArgs<N>): void =>
  useTrackAt('once', name, args)
