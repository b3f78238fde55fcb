import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readRecord } from '../init/initRecord.ts'
import { scriptNames } from '../init/scriptNames.ts'
import { isRecord } from '../json/isRecord.ts'
import { parseJson } from '../json/parseJson.ts'

/** The module of flags that `telltale init` wrote in this folder, relative to it. */
export async function flagsModulePath(folder: string): Promise<string | undefined> {
  // A clone has the script of package.json only. It is also what a developer changes who moves the module.
  const manifest = parseJson(await readFile(join(folder, 'package.json'), 'utf8').catch(() => ''))
  const scripts = manifest.outcome === 'ok' && isRecord(manifest.value) ? manifest.value['scripts'] : undefined
  const script = isRecord(scripts) ? scripts[scriptNames(scripts).flags] : undefined
  const named = /\btelltale types\b[^&|;]*\s--out[ =]([\w./\\-]+)/.exec(String(script))?.[1]
  if (named !== undefined && named !== '-') return named
  const written = await readRecord(folder).catch(() => [])
  return written.find(({ path }) => /(^|\/)telltaleFlags\.[jt]s$/.test(path))?.path
}
