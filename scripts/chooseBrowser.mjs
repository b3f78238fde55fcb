import { delimiter, join } from 'node:path'

/** @typedef {{ type: 'found', path: string } | { type: 'missing' } | { type: 'wrong', sentence: string }} Browser */

/**
 * Decides which browser to use: the one that a variable of the environment names, or the first candidate that can be started.
 *
 * @param {{ variable: string, named: string | undefined, candidates: readonly string[] }} choice
 * @param {(path: string) => boolean} runs whether a path is a browser that can be started
 * @returns {Browser}
 */
export function chooseBrowser({ variable, named, candidates }, runs) {
  if (named) {
    if (runs(named)) return { type: 'found', path: named }
    return { type: 'wrong', sentence: `${variable} is ${named}, but there is no browser there that can be started.` }
  }
  const path = candidates.find(runs)
  return path ? { type: 'found', path } : { type: 'missing' }
}

/** Where a program with one of these names may be. @param {readonly string[]} names @param {string | undefined} path PATH */
export function pathsOf(names, path = '') {
  const folders = path.split(delimiter).filter(Boolean)
  return names.flatMap((name) => folders.map((folder) => join(folder, name)))
}
