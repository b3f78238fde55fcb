import { engineNames } from './engineNames.mjs'

/** @typedef {import('./engineNames.mjs').EngineName} EngineName */

export const USAGE = `npm run test:engines [-- chromium|firefox|webkit …] [-- <part of a file's path> …]

  chromium, firefox, webkit   play the tests in these engines alone; in all of them if absent
  <part of a file's path>     play only the files whose path contains one of them`

/**
 * @param {readonly string[]} args
 * @returns {{ type: 'run', engines: readonly EngineName[], filters: readonly string[] } | { type: 'help' } | { type: 'wrong', sentence: string }}
 */
export function engineOptions(args) {
  if (args.includes('--help') || args.includes('-h')) return { type: 'help' }
  const words = args.filter((arg) => arg !== '--')
  const option = words.find((word) => word.startsWith('-'))
  if (option) return { type: 'wrong', sentence: `Unknown option ${option}.` }
  const engines = engineNames.filter((name) => words.includes(name))
  const filters = words.filter((word) => !engineNames.some((name) => name === word))
  return { type: 'run', engines: engines.length > 0 ? engines : engineNames, filters }
}
