import type { Telltale } from '../layer/createTelltale.ts'
import { useTelltale } from './TelltaleContext.ts'

/** `track` of the layer: the same function at each render. */
export const useTrack = (): Telltale['track'] => useTelltale().track
