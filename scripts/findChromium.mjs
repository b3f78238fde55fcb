import { accessSync, constants, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { chooseBrowser, pathsOf } from './chooseBrowser.mjs'

/** Names under which Chromium is known on PATH, the freest first. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']

/** Chromium without a user interface, under Debian’s name. The engine is the same, and takes about a quarter less processor time. */
const HEADLESS_SHELL = 'chromium-headless-shell'

/** Where it lies where PATH is not the custom. */
const PLACES = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * @typedef {{ CHROMIUM_PATH?: string | undefined, HEADLESS_CHROMIUM_PATH?: string | undefined, PATH?: string | undefined }} Env
 * @typedef {import('./chooseBrowser.mjs').Browser} Browser
 */

/**
 * Decides which Chromium to use. `runs` says whether a path is a browser that can be started.
 *
 * @param {Env} env
 * @param {{ runs: (path: string) => boolean, playwrights: string | undefined }} needs
 * @returns {Browser}
 */
export function chooseChromium(env, { runs, playwrights }) {
  const onPath = pathsOf(NAMES, env.PATH)
  const candidates = playwrights ? [...onPath, ...PLACES, playwrights] : [...onPath, ...PLACES]
  return chooseBrowser({ variable: 'CHROMIUM_PATH', named: env.CHROMIUM_PATH, candidates }, runs)
}

/**
 * Decides which Chromium to use for tests that need no user interface: the headless shell if there is one, unless
 * `CHROMIUM_PATH` names another browser.
 *
 * @type {typeof chooseChromium}
 */
export function chooseHeadless(env, needs) {
  const named = env.HEADLESS_CHROMIUM_PATH || env.CHROMIUM_PATH
  const path = named ? undefined : pathsOf([HEADLESS_SHELL], env.PATH).find(needs.runs)
  return path ? { type: 'found', path } : chooseChromium({ ...env, CHROMIUM_PATH: named }, needs)
}

/**
 * The Chromium of this machine.
 *
 * @param {(path: string) => boolean} [runs] a stricter test than "is an executable file"
 * @returns {Promise<Browser>}
 */
export async function findChromium(runs = isExecutableFile) {
  return chooseChromium(process.env, { runs, playwrights: await playwrightsChromium() })
}

/** The Chromium of this machine for tests that need no user interface. @type {typeof findChromium} */
export async function findHeadless(runs = isExecutableFile) {
  return chooseHeadless(process.env, { runs, playwrights: await playwrightsChromium() })
}

/** @param {string} path */
export function isExecutableFile(path) {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** Where Playwright would have put its own download; undefined while Playwright is not installed. */
async function playwrightsChromium() {
  try {
    const entry = createRequire(import.meta.url).resolve('playwright')
    const { chromium } = (await import(pathToFileURL(entry).href)).default
    return /** @type {string} */ (chromium.executablePath())
  } catch {
    return undefined
  }
}
