import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { workspaceFolders } from '../sourceFiles.mjs'

/**
 * @typedef {object} BuildStep
 * @property {string} name
 * @property {string} folder the workspace it builds, from the root
 * @property {readonly string[]} command arguments of Node; run in the folder
 * @property {readonly string[]} commandWithTypes the same, declaration files included
 * @property {readonly string[]} needs names of the steps whose output it reads or must not be overtaken by
 */

/**
 * Finds what there is to build: a workspace with a tsdown.config.ts is bundled, one with a vite.config.ts is built by Vite.
 *
 * @param {string} root
 * @returns {BuildStep[]} every step after those it needs
 */
export function buildSteps(root) {
  const packages = workspaceFolders(root)
    .filter((folder) => existsSync(join(root, folder, 'package.json')))
    .map((folder) => ({ folder, manifest: JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) }))
  const stepsOf = new Map(packages.map(({ folder, manifest }) => [manifest.name, stepsIn(root, folder)]))

  const steps = packages.flatMap(({ folder, manifest }) => {
    const others = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })
    const needs = others.flatMap((name) => stepsOf.get(name) ?? []).map((step) => step.name)
    return stepsIn(root, folder).map((step) => ({ ...step, needs: [...step.needs, ...needs] }))
  })
  return inOrder(steps)
}

/** @param {string} root @param {string} folder @returns {BuildStep[]} */
function stepsIn(root, folder) {
  const tsdown = ['node_modules/tsdown/dist/run.mjs', '--log-level', 'warn']
  const vite = ['node_modules/vite/bin/vite.js', 'build', '--log-level', 'warn']
  const bundle = {
    name: `${folder} (bundle)`,
    folder,
    command: absolute(root, [...tsdown, '--no-dts']),
    commandWithTypes: absolute(root, tsdown),
    needs: [],
  }
  const site = {
    name: `${folder} (site)`,
    folder,
    command: absolute(root, vite),
    commandWithTypes: absolute(root, vite),
  }
  if (!existsSync(join(root, folder, 'tsdown.config.ts')))
    return existsSync(join(root, folder, 'vite.config.ts')) ? [{ ...site, needs: [] }] : []
  // The bundler may empty the folder that the site is built into.
  return existsSync(join(root, folder, 'vite.config.ts')) ? [bundle, { ...site, needs: [bundle.name] }] : [bundle]
}

/** @param {string} root @param {readonly string[]} command */
function absolute(root, [script = '', ...args]) {
  return [join(root, script), ...args]
}

/** @param {readonly BuildStep[]} steps @returns {BuildStep[]} */
function inOrder(steps) {
  /** @type {BuildStep[]} */
  const sorted = []
  /** @param {BuildStep} next */
  const place = (next) => {
    if (sorted.includes(next)) return
    for (const name of next.needs) {
      const needed = steps.find((other) => other.name === name)
      if (needed) place(needed)
    }
    sorted.push(next)
  }
  for (const next of steps) place(next)
  return sorted
}
