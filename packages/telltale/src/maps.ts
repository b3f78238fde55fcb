import { loadMaps as load, type MapsOptions } from './adapters/loadMaps.ts'
import { documentScripts } from './platform/documentScripts.ts'
import { timerClock } from './platform/timerClock.ts'

/**
 * Loads the script of a maps service, with up to 3 retries after growing delays (1, 2 and 4 seconds). Rejects with a sentence
 * when all have failed, or when the signal aborts.
 *
 * @example await loadMaps({ url: 'https://maps.example.com/api.js?key=…' })
 */
export const loadMaps = (options: MapsOptions): Promise<void> =>
  load({ scripts: documentScripts, clock: timerClock }, options)

export type { MapsOptions }
