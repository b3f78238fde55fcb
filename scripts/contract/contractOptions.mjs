/** Where the client runs. */
const PLACES = /** @type {const} */ (['node', 'chromium'])

export const USAGE = `npm run test:contract [-- [node|chromium] [-run <pattern>] …]

  node, chromium   run the tests against the flag client there alone; against both if absent
  -run <pattern>   run only the tests that match; may be given more than once`

/** @typedef {(typeof PLACES)[number]} Place */
/** @typedef {{ places: readonly Place[], patterns: readonly string[] }} ContractOptions */

/**
 * @param {readonly string[]} args
 * @returns {{ type: 'run', options: ContractOptions } | { type: 'help' } | { type: 'wrong', sentence: string }}
 */
export function contractOptions(args) {
  /** @type {Place[]} */
  const places = []
  /** @type {string[]} */
  const patterns = []
  const rest = [...args]
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    const place = PLACES.find((name) => name === arg)
    if (arg === '--help' || arg === '-h') return { type: 'help' }
    if (arg === '-run' || arg === '--run') {
      const pattern = rest.shift()
      if (!pattern) return { type: 'wrong', sentence: `${arg} needs a pattern.` }
      patterns.push(pattern)
    } else if (place) places.push(place)
    else return { type: 'wrong', sentence: `${arg} is neither node nor chromium nor -run.` }
  }
  return { type: 'run', options: { places: places.length > 0 ? places : PLACES, patterns } }
}
