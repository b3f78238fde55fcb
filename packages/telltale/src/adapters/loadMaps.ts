import { sleep } from '../core/lib/sleep.ts'
import type { Clock } from '../core/ports/clock.ts'
import type { Scripts } from '../core/ports/scripts.ts'

/** How often loading is tried again. The specification's §9. */
const RETRIES = 3
/** Before the first retry, in milliseconds; twice as long before each further one. */
const FIRST_DELAY_MS = 1_000

export interface MapsOptions {
  /** The maps service's script, with its key and libraries. */
  url: string
  /** For a page whose content security policy asks for one. */
  nonce?: string
  signal?: AbortSignal
}

/**
 * Loads the script of a maps service, with up to 3 retries after growing delays. Rejects with a sentence when all have failed,
 * or when the signal aborts.
 */
export async function loadMaps(ports: { scripts: Scripts; clock: Clock }, options: MapsOptions): Promise<void> {
  const { url, nonce, signal = new AbortController().signal } = options
  for (let tries = 0; tries <= RETRIES; tries += 1) {
    if (tries > 0) await sleep(ports.clock, FIRST_DELAY_MS * 2 ** (tries - 1), signal)
    if (signal.aborted) throw new Error('Loading the maps script was given up.')
    if (await ports.scripts.load(url, { nonce, signal })) return
  }
  // The address may hold a key: it is not for an error that ends up in a log.
  throw new Error(`The maps script could not be loaded: it was tried ${RETRIES + 1} times.`)
}
