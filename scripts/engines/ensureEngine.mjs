import { spawnSync } from 'node:child_process'
import { pathsOf } from '../chooseBrowser.mjs'
import { aptInstall, thisMachine } from '../aptInstall.mjs'
import { starts } from '../ensureBrowser.mjs'
import { isExecutableFile } from '../findChromium.mjs'
import { findFirefox } from '../findFirefox.mjs'
import { engineOrSentence, needs } from './enginePlan.mjs'

/** How long Python may take to load WebKit's bindings, in milliseconds: a cold start from a slow disk. */
const ANSWERS_WITHIN = 20_000
const BINDINGS = `import gi
gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2`

/**
 * Makes an engine available beside Chromium, or answers with a sentence that says what is missing.
 *
 * @param {'firefox' | 'webkit'} name
 * @param {(line: string) => void} [say]
 */
export function ensureEngine(name, say = console.log) {
  const named = name === 'firefox' ? findFirefox(starts) : undefined
  if (named?.type === 'wrong') {
    // A mistake on this machine is not a missing engine.
    console.error(named.sentence)
    return process.exit(1)
  }
  const works = name === 'firefox' ? () => findFirefox(starts).type === 'found' : hasWebKit
  return engineOrSentence(needs[name], thisMachine(), { works, install: aptInstall, say })
}

function hasWebKit() {
  const hasDisplay = pathsOf(['Xvfb'], process.env.PATH).some(isExecutableFile)
  // Debian's own Python: no other one has its bindings.
  return hasDisplay && spawnSync('/usr/bin/python3', ['-c', BINDINGS], { timeout: ANSWERS_WITHIN }).status === 0
}
