import { spawnSync } from 'node:child_process'
import { findChromium, onPath } from './findChromium.mjs'
import { findFirefox } from './findFirefox.mjs'

/** How long, in milliseconds, a browser may take to say its version: a cold start from a slow disk. */
const ANSWERS_WITHIN = 20_000

const BINDINGS = `import gi
gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2`

/**
 * @typedef {object} Need
 * @property {string} title
 * @property {readonly string[]} packages Debian's
 * @property {string} otherwise what else makes it available
 * @property {() => boolean} works
 */

/** @type {Readonly<Record<import('../bench/delivery/stage/engines/engineNames.mjs').EngineName, Need>>} */
const NEEDS = {
  chromium: {
    title: 'Chromium',
    packages: ['chromium', 'chromium-headless-shell'],
    otherwise: 'elsewhere, install Chrome, run npx playwright install chromium, or set CHROMIUM_PATH to where it is',
    works: () => starts(findChromium()),
  },
  firefox: {
    title: 'Firefox',
    packages: ['firefox-esr'],
    otherwise: 'elsewhere, set FIREFOX_PATH to where it is',
    works: () => starts(findFirefox()),
  },
  webkit: {
    title: 'WebKitGTK',
    packages: ['gir1.2-webkit2-4.1', 'gir1.2-gtk-3.0', 'python3-gi', 'xvfb'],
    otherwise: 'it cannot be tested elsewhere',
    // Debian's own Python: no other one has its bindings.
    works: () => onPath(['Xvfb']) !== undefined && answers('/usr/bin/python3', ['-c', BINDINGS]),
  },
}

/** The path of Chromium, which is made available, or the process ends with a sentence that says what to install. */
export function ensureBrowser() {
  const sentence = ensureEngine('chromium')
  const browser = findChromium()
  if (!sentence && browser.type === 'found') return browser.path
  console.error(sentence)
  return process.exit(1)
}

/**
 * Makes an engine available, with Debian's packages where that is possible.
 *
 * @param {import('../bench/delivery/stage/engines/engineNames.mjs').EngineName} name
 * @returns {string | undefined} what to install, when it is not available
 */
export function ensureEngine(name) {
  return ensure(NEEDS[name], process.getuid?.() === 0 && onPath(['apt-get']) ? aptInstall : undefined)
}

/** @param {Need} need @param {((packages: readonly string[]) => void) | undefined} install */
export function ensure({ title, packages, otherwise, works }, install) {
  if (works()) return undefined
  if (install) {
    console.log(`Installing ${title} with apt-get …`)
    install(packages)
    if (works()) return undefined
  }
  return `${title} is not available, or does not start: on Debian, install it (sudo apt-get install ${packages.join(' ')}); ${otherwise}.`
}

/** @param {readonly string[]} packages */
function aptInstall(packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update', '-qq'], { env, stdio: 'inherit' })
  // One by one: Ubuntu has no package of the headless shell.
  for (const name of packages) spawnSync('apt-get', ['install', '-qq', '-y', name], { env, stdio: 'inherit' })
}

/** @param {import('./findChromium.mjs').Browser} browser */
function starts(browser) {
  return browser.type === 'found' && answers(browser.path, ['--version'])
}

/** @param {string} program @param {readonly string[]} args */
function answers(program, args) {
  return spawnSync(program, args, { timeout: ANSWERS_WITHIN }).status === 0
}
