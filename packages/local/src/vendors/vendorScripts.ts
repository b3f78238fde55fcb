import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** Where the scripts were built to, seen from this module as source and from its bundle in `dist`. */
const FOLDERS = ['../../dist/vendors/', './vendors/']

/** The scripts of the stand-ins by vendor; those that were not built are missing. */
export async function vendorScripts(): Promise<ReadonlyMap<string, string>> {
  const scripts = new Map<string, string>()
  for (const vendor of ['heap', 'intercom'])
    for (const folder of FOLDERS) {
      const path = fileURLToPath(new URL(`${folder}${vendor}.js`, import.meta.url))
      const text = await readFile(path, 'utf8').catch(() => undefined)
      if (text !== undefined) scripts.set(vendor, text)
    }
  return scripts
}
