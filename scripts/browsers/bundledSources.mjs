import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { importsOf } from '../layers/importsOf.mjs'

/**
 * The source files that went into built modules, by their source maps: those of the given modules, and of what they import.
 *
 * @param {readonly string[]} modules paths of built modules
 * @returns {{ modules: string[], sources: string[] }} all paths are absolute
 */
export function bundledSources(modules) {
  /** @type {Set<string>} */
  const seen = new Set()
  /** @param {string} path */
  const visit = (path) => {
    if (seen.has(path)) return
    seen.add(path)
    for (const { specifier } of importsOf(path, readFileSync(path, 'utf8')))
      if (specifier.startsWith('.')) visit(join(dirname(path), specifier))
  }
  for (const path of modules) visit(path)

  const sources = [...seen].flatMap((path) => {
    // A module that only passes on what others export has no map.
    if (!existsSync(`${path}.map`)) return []
    /** @type {{ sources: string[] }} */
    const map = JSON.parse(readFileSync(`${path}.map`, 'utf8'))
    return map.sources.map((source) => join(dirname(path), source))
  })
  return { modules: [...seen], sources: [...new Set(sources)].sort() }
}
