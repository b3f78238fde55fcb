import type { Track } from '../core/model/register.ts'
import { useTelltale } from './useTelltale.ts'

/** `track` of the layer: the same function at each render. */
export const useTrack = (): Track => useTelltale().track
