import { chooseBrowser, pathsOf } from './chooseBrowser.mjs'
import { isExecutableFile } from './findChromium.mjs'

/** Names under which Firefox is known on PATH, Debian’s first. */
const NAMES = ['firefox-esr', 'firefox']

/**
 * The Firefox of this machine.
 *
 * @param {(path: string) => boolean} [runs] a stricter test than "is an executable file"
 * @returns {import('./chooseBrowser.mjs').Browser}
 */
export function findFirefox(runs = isExecutableFile) {
  const { FIREFOX_PATH, PATH } = process.env
  return chooseBrowser({ variable: 'FIREFOX_PATH', named: FIREFOX_PATH, candidates: pathsOf(NAMES, PATH) }, runs)
}
