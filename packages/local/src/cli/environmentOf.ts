import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readFlagsFile } from '../flags/flagsFile.ts'
import { projectFolder } from './starterFiles.ts'

/** The first client-side id of the project's own flags.json, if there is one. */
export async function environmentOf(cwd: string): Promise<string | undefined> {
  const folder = await projectFolder(cwd)
  const text = folder && (await readFile(join(folder, 'flags.json'), 'utf8').catch(() => undefined))
  const flags = text === undefined ? undefined : readFlagsFile(text)
  return flags?.outcome === 'ok' ? [...flags.value.environments.keys()][0] : undefined
}
