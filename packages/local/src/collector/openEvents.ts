import type { EventStore } from '@telltale/collector'
import { sqliteStore } from '@telltale/collector/sqlite'

/** Beyond it, the events that arrived first are deleted. */
const MAX_BYTES = 1_000_000_000

/** The scheme of an address. It has at least two letters: `C:` is a drive. */
const SCHEME = /^[a-z][a-z0-9+.-]+:/i

/**
 * Opens what keeps the events.
 *
 * @param data - `:memory:`, or the path of a file
 * @throws a sentence that says why events cannot be stored there
 */
export async function openEvents(data: string, log: (line: string) => void): Promise<EventStore> {
  const [scheme] = SCHEME.exec(data) ?? []
  // No more of it is shown: a password may be anywhere in an address.
  if (scheme !== undefined)
    throw new Error(
      `Events cannot be stored in ${scheme}…, which is an address: pass a file in a writable folder, or :memory:.`,
    )
  const failed = (error: unknown) =>
    log(`Old events could not be deleted: ${error instanceof Error ? error.message : String(error)}.`)
  return sqliteStore({ file: data, maxBytes: MAX_BYTES, failed })
}
