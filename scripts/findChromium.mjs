import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright'

/** Names under which Chromium is known on PATH, the freest first. On Ubuntu the last one may only advise to install another package. */
const NAMES = ['chromium', 'google-chrome-stable', 'google-chrome', 'chrome', 'chromium-browser']

/** Chromium without a user interface, under Debian’s name. The engine is the same, and takes about a quarter less processor time. */
const HEADLESS_SHELL = 'chromium-headless-shell'

/** Where it lies where PATH is not the custom. */
const PLACES = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** @typedef {{ type: 'found', path: string } | { type: 'missing' }} Browser */

/** The Chromium of this machine, which may be one that Playwright has downloaded. @returns {Browser} */
export function findChromium() {
  const found = named('CHROMIUM_PATH') ?? onPath(NAMES) ?? [...PLACES, chromium.executablePath()].find(isExecutable)
  return found ? { type: 'found', path: found } : { type: 'missing' }
}

/** The Chromium of this machine for tests that need no user interface. @returns {Browser} */
export function findHeadless() {
  const shell = named('CHROMIUM_PATH') ? undefined : onPath([HEADLESS_SHELL])
  return shell ? { type: 'found', path: shell } : findChromium()
}

/** The browser that a variable of the environment names. A variable that leads nowhere is a mistake. @param {string} variable */
export function named(variable) {
  const path = process.env[variable]
  if (path && !isExecutable(path)) throw new Error(`${variable} is ${path}, but there is no program there.`)
  return path || undefined
}

/** The first program with one of these names. @param {readonly string[]} names */
export function onPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
