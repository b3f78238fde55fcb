/**
 * @typedef {import('./findChromium.mjs').Browser} Browser
 * @typedef {'apt' | 'playwright'} Way
 * @typedef {{ platform: string, isRoot: boolean, hasApt: boolean }} Machine
 * @typedef {object} Doing
 * @property {() => Promise<Browser>} find a browser that starts
 * @property {(way: Way) => Promise<boolean>} install false when that did not work
 * @property {(line: string) => void} say
 */

/** What is done for each way, in words. */
const DOING = {
  apt: 'Installing Chromium with apt-get …',
  playwright: 'Downloading Chromium with Playwright …',
}

/**
 * The ways to get a browser on this machine, the one that also brings its libraries first.
 *
 * @param {Machine} machine
 * @returns {Way[]}
 */
export function waysToInstall({ platform, isRoot, hasApt }) {
  return platform === 'linux' && isRoot && hasApt ? ['apt', 'playwright'] : ['playwright']
}

/**
 * Finds a browser, or installs one.
 *
 * @param {Machine} machine
 * @param {Doing} doing
 * @returns {Promise<{ type: 'found', path: string } | { type: 'stopped', sentence: string }>}
 */
export async function browserOrSentence(machine, { find, install, say }) {
  const first = await find()
  if (first.type === 'found') return first
  if (first.type === 'wrong') return { type: 'stopped', sentence: first.sentence }

  let hasInstalled = false
  for (const way of waysToInstall(machine)) {
    say(DOING[way])
    if (!(await install(way))) continue
    hasInstalled = true
    const found = await find()
    if (found.type === 'found') return found
  }
  return { type: 'stopped', sentence: hasInstalled ? whatItLacks(machine) : whatToInstall(machine) }
}

/** @param {Machine} machine */
function whatToInstall({ platform, hasApt }) {
  const how = platform === 'linux' && hasApt ? ' (sudo apt-get install chromium)' : ''
  return `The tests need Chromium: install it${how}, or set CHROMIUM_PATH to where it is.`
}

/** @param {Machine} machine */
function whatItLacks(machine) {
  return machine.platform === 'linux'
    ? 'Chromium is installed but does not start: install the libraries it needs (sudo npx playwright install-deps chromium).'
    : 'Chromium is installed but does not start: set CHROMIUM_PATH to one that does.'
}
