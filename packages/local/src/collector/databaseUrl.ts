import { mkdir } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The scheme of an address, its slashes and the rest. At least two letters: `C:` is a drive. */
const ADDRESS = /^([a-z][a-z0-9+.-]+:)(\/\/)?(.*)$/is

/** The libSQL URL of `:memory:`, a file's path (its folder is made) or a URL, which is left as it is. */
export async function databaseUrl(data: string): Promise<string> {
  if (data === ':memory:' || ADDRESS.test(data)) return data
  const path = resolve(data)
  await mkdir(dirname(path), { recursive: true })
  return pathToFileURL(path).href
}

/**
 * What may be shown of it: of an address no user, password, query or fragment. Where a password ends cannot be told in an address
 * that is not valid, so that everything before the last `@` counts as one.
 */
export function databaseName(data: string): string {
  const [, scheme = '', slashes = '', rest = ''] = ADDRESS.exec(data) ?? []
  if (!scheme) return data
  const isFile = scheme.toLowerCase() === 'file:' // whose path may have an @
  if (!isFile && /[?#].*@/s.test(rest)) return `${scheme}${slashes}…`
  return scheme + slashes + rest.replace(isFile ? /^[^/]+@(?=[^/]*\/)/ : /^.*@/s, '').replace(/[?#].*$/s, '')
}

/**
 * Why a database cannot be used. The client for it quotes parts of the address in ways of its own, encoded too: where the address
 * has parts that are not shown, only the code of the error is.
 */
export function databaseProblem(error: unknown, data: string): string {
  if (databaseName(data) === data) return error instanceof Error ? error.message : String(error)
  const { code, name, cause } = error as Error & { code?: string; cause?: { code?: string } }
  const kind = cause?.code ?? code ?? name
  return `${kind} (more is not shown, because the address has more than a host and a path; a token belongs in TELLTALE_DATA_TOKEN)`
}
