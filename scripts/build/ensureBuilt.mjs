import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../ensureInstalled.mjs'
import { runGates } from '../gates/runGates.mjs'
import { runNode } from '../runNode.mjs'
import { allFiles, sourceFiles } from '../sourceFiles.mjs'
import { buildSteps } from './buildSteps.mjs'
import { oneAtATime } from './oneAtATime.mjs'
import { staleSteps } from './staleSteps.mjs'

/** @typedef {import('./buildSteps.mjs').BuildStep} BuildStep */

/** Files outside a workspace on which what is built depends. */
const SHARED_INPUTS = ['package-lock.json', 'tsconfig.base.json']

/** Builds at once: Vite and the bundler each keep about one processor busy. */
const AT_ONCE = 3

/**
 * Builds what is out of date and nothing else. What is built is known by the content of its sources.
 *
 * @param {object} [options]
 * @param {boolean} [options.types] declaration files too
 * @param {readonly string[]} [options.folders] only these workspaces and what they need; all of them when left out
 * @param {(line: string) => void} [options.say]
 * @returns {Promise<{ ok: boolean }>}
 */
export async function ensureBuilt({ types = false, folders, say = console.log } = {}) {
  return oneAtATime(join(root, '.cache/build/lock'), () => build({ types, folders, say }), say)
}

/** @param {{ types: boolean, folders: readonly string[] | undefined, say: (line: string) => void }} options */
async function build({ types, folders, say }) {
  const steps = reach(buildSteps(root), folders)
  /** @type {Map<string, string>} */
  const keys = new Map()
  for (const step of steps) keys.set(step.name, keyOf(step, keys))
  const facts = {
    keyOf: (/** @type {BuildStep} */ { name }) => keys.get(name) ?? '',
    stampOf: readStamp,
    exists: (/** @type {string} */ path) => existsSync(join(root, path)),
  }
  const stale = staleSteps(steps, { types }, facts)
  if (stale.length === 0) return { ok: true }

  say(`Building ${[...new Set(stale.map((step) => step.folder))].join(', ')} …`)
  const names = new Set(stale.map((step) => step.name))
  const gates = stale.map((step) => ({
    name: step.name,
    needs: step.needs.filter((name) => names.has(name)),
    run: () => buildStep(step, { types, key: facts.keyOf(step) }),
  }))
  const { failed } = await runGates(gates, {
    atOnce: AT_ONCE,
    now: Date.now,
    // What went well is not worth a line.
    print: (text) => (text.startsWith('ok') ? undefined : say(text)),
  })
  return { ok: failed.length === 0 }
}

/** @param {BuildStep} step @param {{ types: boolean, key: string }} made */
async function buildStep(step, { types, key }) {
  const stamp = stampFile(step)
  rmSync(stamp, { force: true })
  const command = types ? step.commandWithTypes : step.command
  // What is built must not depend on who asks for it: a test runner sets another mode, in which React is bundled for development.
  const verdict = await runNode(command, { cwd: join(root, step.folder), env: { NODE_ENV: 'production' } })
  if (!verdict.ok) return verdict
  const outputs = allFiles(root, `${step.folder}/dist`)
  mkdirSync(join(root, '.cache/build'), { recursive: true })
  writeFileSync(stamp, JSON.stringify({ key, types, outputs }))
  return verdict
}

/** @param {readonly BuildStep[]} steps @param {readonly string[] | undefined} folders */
function reach(steps, folders) {
  if (!folders) return [...steps]
  /** @type {Set<string>} */
  const wanted = new Set()
  for (const step of [...steps].reverse())
    if (folders.includes(step.folder) || wanted.has(step.name))
      for (const name of [step.name, ...step.needs]) wanted.add(name)
  return steps.filter((step) => wanted.has(step.name))
}

/** The content of all that a step reads, the steps before it included. @param {BuildStep} step @param {Map<string, string>} keys */
function keyOf(step, keys) {
  const inputs = sourceFiles(root, step.folder).filter((path) => !/\.test\.|\.md$/.test(path))
  const hash = createHash('sha256')
  hash.update(step.command.map((part) => part.replace(root, '')).join(' '))
  for (const name of step.needs) hash.update(`\0${keys.get(name)}`)
  for (const path of [...SHARED_INPUTS, ...inputs]) hash.update(`\0${path}\0`).update(readFileSync(join(root, path)))
  return hash.digest('hex')
}

/** @param {BuildStep} step */
function stampFile({ name }) {
  return join(root, '.cache/build', `${name.replace(/[^\w]+/g, '-')}.json`)
}

/** @param {BuildStep} step @returns {import('./staleSteps.mjs').Stamp | undefined} */
function readStamp(step) {
  try {
    return JSON.parse(readFileSync(stampFile(step), 'utf8'))
  } catch {
    return undefined
  }
}
