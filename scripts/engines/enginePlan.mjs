/**
 * @typedef {object} Need what one engine needs of the machine
 * @property {string} title
 * @property {readonly string[]} packages Debian's
 * @property {string} [variable] of the environment, which may name another one
 *
 * @typedef {object} Doing
 * @property {() => boolean} works whether the engine can be used
 * @property {(packages: readonly string[]) => Promise<boolean>} install false when that did not work
 * @property {(line: string) => void} say
 */

/** @type {Readonly<Record<'firefox' | 'webkit', Need>>} */
export const needs = {
  firefox: { title: 'Firefox', packages: ['firefox-esr'], variable: 'FIREFOX_PATH' },
  webkit: { title: 'WebKitGTK', packages: ['gir1.2-webkit2-4.1', 'gir1.2-gtk-3.0', 'python3-gi', 'xvfb'] },
}

/**
 * Makes an engine available, installing what it lacks.
 *
 * @param {Need} need
 * @param {import('../browserPlan.mjs').Machine} machine
 * @param {Doing} doing
 * @returns {Promise<{ type: 'available' } | { type: 'unavailable', sentence: string }>}
 */
export async function engineOrSentence(need, { isRoot, hasApt }, { works, install, say }) {
  if (works()) return { type: 'available' }
  if (isRoot && hasApt) {
    say(`Installing ${need.title} with apt-get …`)
    if ((await install(need.packages)) && works()) return { type: 'available' }
  }
  return { type: 'unavailable', sentence: whatToInstall(need) }
}

/** @param {Need} need */
function whatToInstall({ title, packages, variable }) {
  const other = variable ? `, or set ${variable} to where it is` : ''
  return `${title} is not available: on Debian, install it (sudo apt-get install ${packages.join(' ')})${other}.`
}
