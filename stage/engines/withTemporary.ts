import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The folder of a profile: the one that is named, which stays, or a new one, which `remove` deletes. */
export function withTemporary(named: string | undefined): { directory: string; remove(): void } {
  if (named) {
    mkdirSync(named, { recursive: true })
    return { directory: named, remove: () => {} }
  }
  const directory = mkdtempSync(join(tmpdir(), 'telltale-profile-'))
  return { directory, remove: () => rmSync(directory, { recursive: true, force: true }) }
}
