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

/** The folder of the built console, relative to this module both as a source and as a bundle in `dist`. */
const FOLDERS = ['../../dist/console/', './console/'].map((path) => fileURLToPath(new URL(path, import.meta.url)))

/**
 * The built console by URL path, or empty if it was not built. Files are read once, so no path in a URL can reach a file that
 * is not in this map.
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
