import { attempt } from '../core/lib/attempt.ts'
import { sleep } from '../core/lib/time.ts'
import type { Clock, ScriptPolicy, Scripts } from '../core/ports/platform.ts'

/** The number of retries. The specification's §9. */
const RETRIES = 3
/** The delay before the first retry, in milliseconds; it doubles before each further one. */
const FIRST_DELAY_MS = 1_000
/** How long a script that has run may take to define its API, in milliseconds. */
const READY_WITHIN_MS = 5_000
/** How often it is checked whether the API is there, in milliseconds. */
const CHECK_MS = 50

/** The options of `loadMaps`. */
export interface MapsOptions {
  /** The URL of the maps service's script, with its key and libraries. */
  url: string
  /**
   * Returns what the script defines, and nothing before: `() => window.google?.maps?.version`, since Google's own loader defines
   * `google.maps` before the script has loaded. The load of a script is not sufficient, because the page of a sign-in or a
   * captive portal in its place loads as well.
   */
  ready: () => unknown
  /** For a page whose Content-Security-Policy has `script-src` with a nonce. */
  nonce?: string | undefined
  /**
   * For a page whose Content-Security-Policy has `require-trusted-types-for 'script'`: a policy that allows `url`, such as
   * `window.trustedTypes?.createPolicy('maps', { createScriptURL: (url) => url })`.
   */
  policy?: ScriptPolicy | undefined
  /** Ends the wait and all further attempts when it aborts: the promise then rejects. */
  signal?: AbortSignal | undefined
}

/**
 * Loads the script of a maps service, with up to 3 retries after growing delays. Rejects with an explanation when all attempts
 * have failed, or when the signal aborts.
 */
export async function loadMaps(ports: { scripts: Scripts; clock: Clock }, options: MapsOptions): Promise<void> {
  const { url, ready, nonce, policy, signal = new AbortController().signal } = options
  if (typeof ready !== 'function') {
    throw new Error(
      'Set ready of loadMaps({ url, ready }) to a function that returns what the script defines, such as () => window.google?.maps?.version. (T81)',
    )
  }
  const isReady = () => Boolean(attempt(ready))
  const throwIfAborted = () => {
    if (signal.aborted) throw new Error('Loading the maps script was given up. (T82)')
  }

  for (let tries = 0; tries <= RETRIES; tries += 1) {
    if (tries > 0) await sleep(ports.clock, FIRST_DELAY_MS * 2 ** (tries - 1), signal)
    throwIfAborted()
    if (isReady()) return
    const script = await ports.scripts.load(url, { nonce, policy, signal })
    if (script.outcome === 'refused') {
      throw new Error(
        'The page takes addresses of scripts from a Trusted Types policy only: set policy of loadMaps({ url, ready, policy }) to one that allows this address. (T83)',
      )
    }
    if (script.outcome === 'loaded' && (await becomesReady(isReady, ports.clock, signal))) return
    // Another caller may be waiting for the same script.
    throwIfAborted()
    if (script.outcome === 'loaded') script.remove()
  }
  // The URL may contain a key, and the error may be logged: the URL is left out.
  throw new Error(`The maps script could not be loaded: it was tried ${RETRIES + 1} times. (T84)`)
}

async function becomesReady(isReady: () => boolean, clock: Clock, signal: AbortSignal): Promise<boolean> {
  for (let ms = 0; !isReady(); ms += CHECK_MS) {
    if (signal.aborted || ms >= READY_WITHIN_MS) return false
    await sleep(clock, CHECK_MS, signal)
  }
  return true
}
