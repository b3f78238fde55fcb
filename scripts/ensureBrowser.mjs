import { spawn, spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
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
  const machine = {
    platform: process.platform,
    isRoot: process.getuid?.() === 0,
    hasApt: (process.env.PATH ?? '').split(delimiter).some((folder) => isExecutableFile(join(folder, 'apt-get'))),
  }
  const browser = await browserOrSentence(machine, { find: () => findChromium(starts), install, say })
  if (browser.type === 'found') return browser.path
  console.error(browser.sentence)
  return process.exit(1)
}

/** On Ubuntu a file of that name may only advise to install another package. @param {string} path */
function starts(path) {
  return isExecutableFile(path) && spawnSync(path, ['--version'], { timeout: ANSWERS_WITHIN }).status === 0
}

/** @param {import('./browserPlan.mjs').Way} way */
async function install(way) {
  if (way === 'playwright')
    return run(process.execPath, [join(root, 'node_modules/playwright/cli.js'), 'install', '--no-shell', 'chromium'])
  if (!(await run('apt-get', ['update', '-qq']))) return false
  // Ubuntu has no package of the headless shell.
  return (await aptInstall(['chromium', 'chromium-headless-shell'])) || aptInstall(['chromium'])
}

/** @param {readonly string[]} packages */
function aptInstall(packages) {
  return run('apt-get', ['install', '-qq', '-y', ...packages])
}

/** @param {string} command @param {readonly string[]} args @returns {Promise<boolean>} */
function run(command, args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] })
  return new Promise((resolve) => {
    child.on('error', () => resolve(false))
    child.on('close', (code) => resolve(code === 0))
  })
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) console.log(await ensureBrowser())
