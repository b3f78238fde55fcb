import { spawnSync } from 'node:child_process'
import { findChromium, findFirefox, onPath } from './findChromium.mjs'

// WebKitGTK is driven by Debian’s own Python: no other one has its bindings.
const BINDINGS =
  'import gi; gi.require_version("Gtk", "3.0"); gi.require_version("WebKit2", "4.1"); from gi.repository import Gtk, WebKit2'

/** Debian’s packages of each engine, and whether the engine starts. */
const ENGINES = {
  chromium: { packages: ['chromium', 'chromium-headless-shell'], starts: () => hasVersion(findChromium()) },
  firefox: { packages: ['firefox-esr'], starts: () => hasVersion(findFirefox()) },
  webkit: {
    packages: ['gir1.2-webkit2-4.1', 'gir1.2-gtk-3.0', 'python3-gi', 'xvfb'],
    starts: () => onPath(['Xvfb']) !== undefined && succeeds('/usr/bin/python3', ['-c', BINDINGS]),
  },
}

/** Makes Chromium available and returns its path, or ends the process with a sentence that says what to install. */
export function ensureBrowser() {
  const problem = ensureEngine('chromium')
  const browser = findChromium()
  if (!problem && browser.type === 'found') return browser.path
  console.error(problem)
  return process.exit(1)
}

/** Makes an engine available, or returns a sentence that says what to install. @param {keyof typeof ENGINES} name */
export function ensureEngine(name) {
  const { packages, starts } = ENGINES[name]
  if (starts()) return undefined
  if (process.getuid?.() === 0 && onPath(['apt-get'])) {
    console.log(`Installing ${name} with apt-get …`)
    // One by one: Ubuntu has no package of the headless shell.
    for (const command of [['update'], ...packages.map((one) => ['install', '-y', one])])
      succeeds('apt-get', ['-qq', ...command], 'inherit')
    if (starts()) return undefined
  }
  return `There is no ${name} that starts. On Debian, run: sudo apt-get install ${packages.join(' ')}. Elsewhere, set CHROMIUM_PATH or FIREFOX_PATH to its path.`
}

/** @param {import('./findChromium.mjs').Browser} browser */
const hasVersion = (browser) => browser.type === 'found' && succeeds(browser.path, ['--version'])

/** @param {string} program @param {readonly string[]} args @param {'ignore' | 'inherit'} stdio */
const succeeds = (program, args, stdio = 'ignore') =>
  spawnSync(program, args, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, stdio }).status === 0
