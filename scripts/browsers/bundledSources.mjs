import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'

/**
 * The built modules that some of them import, themselves included, and the source files that went into them, by their source maps.
 *
 * @param {readonly string[]} entries absolute paths
 * @returns {{ modules: string[], sources: string[] }} absolute paths
 */
export function bundledSources(entries) {
  const modules = new Set(entries)
  for (const path of modules)
    for (const { fileName } of ts.preProcessFile(readFileSync(path, 'utf8')).importedFiles)
      // What is named in a comment has no extension.
      if (/^\..*\.js$/.test(fileName)) modules.add(join(dirname(path), fileName))
  // A module that only passes on what others export has no map.
  const sources = [...modules].flatMap((path) => {
    /** @type {{ sources: string[] }} */
    const map = existsSync(`${path}.map`) ? JSON.parse(readFileSync(`${path}.map`, 'utf8')) : { sources: [] }
    return map.sources.map((source) => join(dirname(path), source))
  })
  return { modules: [...modules], sources: [...new Set(sources)].sort() }
}
