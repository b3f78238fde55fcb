import { named, onPath } from './findChromium.mjs'

/** The Firefox of this machine; Debian’s name comes first. @returns {import('./findChromium.mjs').Browser} */
export function findFirefox() {
  const path = named('FIREFOX_PATH') ?? onPath(['firefox-esr', 'firefox'])
  return path ? { type: 'found', path } : { type: 'missing' }
}
