import { mkdir } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The libSQL URL of `:memory:`, a file's path (its folder is made) or a URL, which is left as it is. */
export async function databaseUrl(data: string): Promise<string> {
  // At least two letters: `C:` is a drive.
  if (data === ':memory:' || /^[a-z][a-z0-9+.-]+:/i.test(data)) return data
  const path = resolve(data)
  await mkdir(dirname(path), { recursive: true })
  return pathToFileURL(path).href
}

/** Why a database cannot be used, without what the address in it would give away. */
export function databaseProblem(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.replace(/\/\/[^/@\s]*@/g, '//').replace(/(\/\/[^\s?#]*)[?#]\S*/g, '$1')
}

/** What may be shown of it: neither a password nor a token. */
export function databaseName(data: string): string {
  return /^[a-z][a-z0-9+.-]+:\/\//i.test(data) ? data.replace(/\/\/[^/@]*@/, '//').replace(/[?#].*$/, '') : data
}
