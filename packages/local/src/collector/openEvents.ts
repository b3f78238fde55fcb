import { existsSync } from 'node:fs'
import { join, parse } from 'node:path'
import type { EventStore, Log } from '@telltale/collector'
import { sqliteStore } from '@telltale/collector/sqlite'

/** Of a new file. Beyond it, the events that arrived first are deleted. */
const MAX_BYTES = 1_000_000_000

/** The scheme of an address. It has at least two letters: `C:` is a drive. */
const SCHEME = /^([a-z][a-z0-9+.-]+):/i
const POSTGRES = /^postgres(ql)?$/i

const schemeOf = (data: string) => SCHEME.exec(data)?.[1]

/** What may be shown of where events are kept: no user, no password and no option of an address. */
export function nameOfData(data: string): string {
  if (!URL.canParse(data) || schemeOf(data) === undefined) return data
  const { protocol, host, pathname } = new URL(data)
  return `${protocol}//${host}${pathname}`
}

/** The path of another file beside that of the events; `:memory:` if they are not in a file. */
export function fileBeside(data: string, name: string): string {
  if (data === ':memory:' || schemeOf(data) !== undefined) return ':memory:'
  const { dir, name: own } = parse(data)
  return join(dir, `${own}.${name}`)
}

/**
 * Opens what keeps the events.
 *
 * @param data - `:memory:`, the path of a file, or the address of a database of PostgreSQL
 * @throws a sentence that says why events cannot be stored there
 */
export async function openEvents(data: string, log: (line: string) => void): Promise<EventStore> {
  const scheme = schemeOf(data)
  if (scheme !== undefined && POSTGRES.test(scheme)) return openPostgres(data, log)
  // No more of it is shown: a password may be anywhere in an address.
  if (scheme !== undefined)
    throw new Error(
      `Events cannot be stored in ${scheme}:…: pass a file in a writable folder, :memory:, or postgres://….`,
    )
  // A file that is there has its own limit, which is that of a collector in production if it is its file.
  return sqliteStore({ file: data, log: lines(log), ...(!existsSync(data) && { maxBytes: MAX_BYTES }) })
}

async function openPostgres(url: string, log: (line: string) => void): Promise<EventStore> {
  const { postgresStore } = await import('@telltale/collector/postgres')
  return postgresStore({ url, log: lines(log) })
}

const lines =
  (log: (line: string) => void): Log =>
  (_level, message, { reason } = {}) =>
    log(reason === undefined ? message : `${message} (${String(reason)})`)
