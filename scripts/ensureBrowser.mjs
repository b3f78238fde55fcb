import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { aptInstall, runInstaller, thisMachine } from './aptInstall.mjs'
import { browserOrSentence } from './browserPlan.mjs'
import { root } from './ensureInstalled.mjs'
import { findChromium, isExecutableFile } from './findChromium.mjs'

/** How long, in milliseconds, a browser may take to say its version: a cold start from a slow disk. */
const ANSWERS_WITHIN = 20_000

/**
 * The path of a Chromium that starts, which is installed if there is none; or the process ends with a sentence.
 *
 * @param {(line: string) => void} [say]
 * @returns {Promise<string>}
 */
export async function ensureBrowser(say = console.log) {
  const browser = await browserOrSentence(thisMachine(), { find: () => findChromium(starts), install, say })
  if (browser.type === 'found') return browser.path
  console.error(browser.sentence)
  return process.exit(1)
}

/** On Ubuntu a file of that name may only advise to install another package. @param {string} path */
export function starts(path) {
  return isExecutableFile(path) && spawnSync(path, ['--version'], { timeout: ANSWERS_WITHIN }).status === 0
}

/** @param {import('./browserPlan.mjs').Way} way */
async function install(way) {
  if (way === 'playwright')
    return runInstaller(process.execPath, [
      join(root, 'node_modules/playwright/cli.js'),
      'install',
      '--no-shell',
      'chromium',
    ])
  // Ubuntu has no package of the headless shell.
  return (await aptInstall(['chromium', 'chromium-headless-shell'])) || aptInstall(['chromium'])
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) console.log(await ensureBrowser())
