import { mkdir } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The scheme of an address, its slashes and the rest. A scheme has at least two letters: `C:` is a drive. */
const ADDRESS = /^([a-z][a-z0-9+.-]+:)(\/\/)?(.*)$/is

/** The libSQL URL for `:memory:`, for the path of a file (whose folder is created), or for a URL, which is not changed. */
export async function databaseUrl(data: string): Promise<string> {
  if (data === ':memory:' || ADDRESS.test(data)) return data
  const path = resolve(data)
  await mkdir(dirname(path), { recursive: true })
  return pathToFileURL(path).href
}

/**
 * The part of the address that may be shown: without user, password, query and fragment. In an invalid address it is impossible
 * to tell where a password ends, so everything before the last `@` counts as one.
 */
export function databaseName(data: string): string {
  const [, scheme = '', slashes = '', rest = ''] = ADDRESS.exec(data) ?? []
  if (!scheme) return data
  const isFile = scheme.toLowerCase() === 'file:' // a path may contain an @
  if (!isFile && /[?#].*@/s.test(rest)) return `${scheme}${slashes}…`
  return scheme + slashes + rest.replace(isFile ? /^[^/]+@(?=[^/]*\/)/ : /^.*@/s, '').replace(/[?#].*$/s, '')
}

/**
 * Why a database cannot be used. The client quotes parts of the address, sometimes encoded, so only the error's code is shown
 * if the address has parts that must stay hidden.
 */
export function databaseProblem(error: unknown, data: string): string {
  if (databaseName(data) === data) return error instanceof Error ? error.message : String(error)
  const { code, name, cause } = error as Error & { code?: string; cause?: { code?: string } }
  const kind = cause?.code ?? code ?? name
  return `${kind} (more is not shown, because the address has more than a host and a path; a token belongs in TELLTALE_DATA_TOKEN)`
}
