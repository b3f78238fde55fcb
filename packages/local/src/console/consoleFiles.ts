import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A file of the built console. */
export interface ConsoleAsset {
  readonly type: string
  readonly body: Uint8Array<ArrayBuffer>
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** Where the console was built to, seen from this module as source and from its bundle in `dist`. */
const FOLDERS = ['../../dist/console/', './console/'].map((path) => fileURLToPath(new URL(path, import.meta.url)))

/**
 * The built console by URL path; empty when it was not built. Read once: a name that is not in the map cannot be asked for,
 * whatever the path looks like.
 */
export async function consoleFiles(folder?: string): Promise<ReadonlyMap<string, ConsoleAsset>> {
  for (const candidate of folder === undefined ? FOLDERS : [folder]) {
    const files = await readFolder(candidate)
    if (files.has('/index.html')) return files
  }
  return new Map()
}

async function readFolder(folder: string): Promise<ReadonlyMap<string, ConsoleAsset>> {
  const files = new Map<string, ConsoleAsset>()
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    const type = TYPES[extname(entry.name)]
    if (!entry.isFile() || type === undefined) continue
    const path = join(entry.parentPath, entry.name)
    files.set(`/${relative(folder, path).split(sep).join('/')}`, { type, body: new Uint8Array(await readFile(path)) })
  }
  return files
}
