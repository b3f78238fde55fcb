import { loadMaps as load, type MapsOptions } from './adapters/loadMaps.ts'
import type { ScriptPolicy } from './core/ports/platform.ts'
import { timerClock } from './platform/browserPlatform.ts'
import { documentScripts } from './platform/documentScripts.ts'

/**
 * Loads the script of a maps service, with up to 3 retries after growing delays (1, 2 and 4 seconds). Resolves when `ready`
 * returns what the script defines; a script that defines nothing for 5 seconds counts as failed. A script that the page has, or
 * that another call or loader is loading, is not loaded again; await `loadMaps` before you call a loader that does not look for
 * one. Rejects with a sentence when all tries have failed, when Trusted Types refuse the address, or when the signal aborts.
 *
 * @example
 * ```ts
 * await loadMaps({ url: 'https://maps.example.com/api.js?key=…', ready: () => window.google?.maps?.version })
 * ```
 */
export const loadMaps = (options: MapsOptions): Promise<void> =>
  load({ scripts: documentScripts, clock: timerClock }, options)

export type { MapsOptions, ScriptPolicy }
