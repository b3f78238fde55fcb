import { type Dirent, readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

/** Where a file names a flag. */
export interface FlagRead {
  readonly file: string
  /** From 1. */
  readonly line: number
}

const SOURCE = /\.(?:[cm]?[jt]sx?|vue|svelte|astro|html|mdx?)$/
const TESTS = /\.(?:test|spec|stories)\.[^.]+$/
/** Folders without sources of one's own. */
const LEFT_OUT = new Set(['node_modules', 'dist', 'build', 'coverage', 'out'])
/** A larger file is a bundle, or data. */
const MOST_BYTES = 2_000_000

/**
 * Where the sources below a folder name each of these flags, as a whole text in quotes. Tests do not count, nor do folders of builds and those
 * that begin with a dot.
 *
 * @param except - files that define the flags
 */
export function flagReads(
  keys: readonly string[],
  folder: string,
  except: readonly string[] = [],
): ReadonlyMap<string, readonly FlagRead[]> {
  const reads = new Map<string, FlagRead[]>(keys.map((key) => [key, []]))
  const left = new Set(except.map((file) => resolve(file)))
  for (const path of sourcesIn(folder)) {
    if (left.has(resolve(path))) continue
    const text = readFileSync(path, 'utf8')
    if (text.length > MOST_BYTES) continue
    for (const [at, line] of text.split('\n').entries())
      for (const [, , named = ''] of line.matchAll(/(["'`])((?:(?!\1)[^\\]|\\.)*)\1/g))
        reads.get(named)?.push({ file: relative(folder, path), line: at + 1 })
  }
  return reads
}

function* sourcesIn(folder: string): Iterable<string> {
  let entries: readonly Dirent[]
  try {
    entries = readdirSync(folder, { withFileTypes: true })
  } catch {
    throw new Error(`The folder ${folder} cannot be read. Set --source to the folder with your sources.`)
  }
  for (const entry of entries) {
    if (entry.name.startsWith('.') || LEFT_OUT.has(entry.name)) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* sourcesIn(path)
    else if (entry.isFile() && SOURCE.test(entry.name) && !TESTS.test(entry.name)) yield path
  }
}
