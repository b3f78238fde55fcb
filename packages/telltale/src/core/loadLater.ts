import type { Host } from './host.ts'
import { createRetry, type Backoff } from './lib/retry.ts'

/** Loads a part of the library. Tests have it at once. */
export type Load<Part> = () => Part | PromiseLike<Part>

/** The delays between attempts to load a file. */
const BACKOFF: Backoff = { firstMs: 1_000, maxMs: 60_000 }

/** What to do when a file of the library is missing: the end of the message. */
export const CHECK_FILES = 'Check that the server keeps the files of earlier deployments.'

interface Needs<Part> extends Pick<Host, 'bus'> {
  platform: Pick<Host['platform'], 'clock' | 'random' | 'page'>
  signal: AbortSignal
  load: Load<Part>
  where: string
  /** The message when it cannot be loaded: which file is missing, what happens meanwhile, and `CHECK_FILES`. */
  missing: string
}

/**
 * Loads a part of the library for which the first paint does not wait, once the page is shown. A file that cannot be loaded is
 * requested again, and is reported from the second failure on.
 * Calls `onLoaded` once the part is loaded: in the same task if it is there already, and never after an abort.
 */
export const loadLater = <Part extends object>(needs: Needs<Part>, onLoaded: (part: Part) => void): void =>
  needs.platform.page.whenShown(() => void loadNow(needs, onLoaded))

async function loadNow<Part extends object>(
  { load, platform: { clock, random, page }, bus, signal, where, missing }: Needs<Part>,
  onLoaded: (part: Part) => void,
): Promise<void> {
  if (signal.aborted) return
  const loading = load()
  // Not `instanceof`: libraries such as zone.js replace `Promise`, and `import()` keeps to the browser's own.
  if (!('then' in loading)) return onLoaded(loading)

  const retry = createRetry({ clock, random, backoff: BACKOFF, signal })
  const unsubscribe = page.onReturn(retry.retryNow)
  let part = await settled(loading)
  while (!part && !signal.aborted) {
    const delayMs = retry.failed()
    // WebKit also rejects an import because the page is left, some tasks before its end: the second failure counts.
    if (retry.failures > 1) bus.publish('problem', { where, message: missing, isError: true })
    await retry.wait(delayMs)
    if (!signal.aborted) part = await settled(load())
  }
  unsubscribe()
  if (part && !signal.aborted) onLoaded(part)
}

const settled = <Part>(loading: Part | PromiseLike<Part>): Promise<Part | undefined> =>
  Promise.resolve(loading).catch(() => undefined)
