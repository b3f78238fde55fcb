import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the built scripts, relative to this module both as a source and as a bundle in `dist`. */
const FOLDERS = ['../../dist/vendors/', './vendors/'].map((path) => fileURLToPath(new URL(path, import.meta.url)))

/** The scripts of the stand-ins by vendor, without those that were not built. */
export async function vendorScripts(folder?: string): Promise<ReadonlyMap<string, string>> {
  const scripts = new Map<string, string>()
  for (const vendor of ['heap', 'intercom'])
    for (const candidate of folder === undefined ? FOLDERS : [folder]) {
      const text = await readFile(join(candidate, `${vendor}.js`), 'utf8').catch(() => undefined)
      if (text !== undefined) scripts.set(vendor, text)
    }
  return scripts
}
