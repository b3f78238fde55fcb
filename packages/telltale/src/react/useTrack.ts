import type { AnalyticsApi } from '../analytics/createAnalytics.ts'
import { useTelltale } from './TelltaleContext.ts'

/** `track` of the layer: the same function at each render. */
export const useTrack = (): AnalyticsApi['track'] => useTelltale().track
