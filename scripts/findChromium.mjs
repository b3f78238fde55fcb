import { statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright'

/** Names on PATH, the best one first. On Ubuntu, the last one may only advise to install another package. */
const NAMES = ['chromium', 'google-chrome-stable', 'google-chrome', 'chrome', 'chromium-browser']
const ON_MACOS = ['Chromium', 'Google Chrome'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`)

/** @typedef {{ type: 'found', path: string } | { type: 'missing' }} Browser */

/** The Chromium of this machine, which may be one that Playwright has downloaded. */
export const findChromium = () =>
  browserAt(pathIn('CHROMIUM_PATH') ?? onPath(NAMES) ?? [...ON_MACOS, chromium.executablePath()].find(isExecutable))

/** The Chromium for tests without a user interface. Debian’s headless shell takes a quarter less processor time. */
export function findHeadless() {
  const shell = pathIn('CHROMIUM_PATH') ? undefined : onPath(['chromium-headless-shell'])
  return shell ? browserAt(shell) : findChromium()
}

/** The Firefox of this machine. Debian’s name comes first. */
export const findFirefox = () => browserAt(pathIn('FIREFOX_PATH') ?? onPath(['firefox-esr', 'firefox']))

/** The first program with one of these names. @param {readonly string[]} names */
export function onPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
}

/** @param {string | undefined} path @returns {Browser} */
const browserAt = (path) => (path ? { type: 'found', path } : { type: 'missing' })

/** @param {string} variable */
function pathIn(variable) {
  const path = process.env[variable]
  if (path && !isExecutable(path)) throw new Error(`${variable} is ${path}, but there is no program there.`)
  return path || undefined
}

/** @param {string} path */
function isExecutable(path) {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats?.isFile() === true && (stats.mode & 0o111) !== 0
}
