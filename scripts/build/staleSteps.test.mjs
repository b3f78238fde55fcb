import { expect, test } from 'vitest'
import { staleSteps } from './staleSteps.mjs'

/** @typedef {import('./buildSteps.mjs').BuildStep} BuildStep */
/** @typedef {import('./staleSteps.mjs').Stamp} Stamp */

/** @param {string} name @param {string[]} [needs] @returns {BuildStep} */
const bundle = (name, needs = []) => ({
  name,
  folder: name,
  command: ['b', '--no-dts'],
  commandWithTypes: ['b'],
  needs,
})
/** @param {string} name @param {string[]} [needs] @returns {BuildStep} */
const site = (name, needs = []) => ({ name, folder: name, command: ['v'], commandWithTypes: ['v'], needs })

const steps = [bundle('library'), site('demo', ['library']), bundle('local')]

/** @param {string} name @param {Partial<Stamp>} [other] @returns {[string, Stamp]} */
const made = (name, other) => [
  name,
  { key: `key of ${name}`, types: false, outputs: [`${name}/dist/index.js`], ...other },
]
const allMade = new Map([made('library'), made('demo'), made('local')])

/** @param {Map<string, Stamp>} stamps @param {{ types?: boolean, exists?: (path: string) => boolean }} [options] */
const stale = (stamps, { types = false, exists = () => true } = {}) =>
  staleSteps(
    steps,
    { types },
    { keyOf: ({ name }) => `key of ${name}`, stampOf: ({ name }) => stamps.get(name), exists },
  ).map(({ name }) => name)

test('the first time everything is built', () => {
  expect(stale(new Map())).toEqual(['library', 'demo', 'local'])
})

test('what did not change is not built again', () => {
  expect(stale(allMade)).toEqual([])
})

test('what changed is built again, with what is made from it', () => {
  expect(stale(new Map([...allMade, made('library', { key: 'older' })]))).toEqual(['library', 'demo'])
  expect(stale(new Map([...allMade, made('local', { key: 'older' })]))).toEqual(['local'])
})

test('a file of the output that is gone has it built again', () => {
  expect(stale(allMade, { exists: (path) => path !== 'demo/dist/index.js' })).toEqual(['demo'])
})

test('declaration files are made when they are asked for and were not, where there are any', () => {
  expect(stale(new Map([...allMade, made('library', { types: true })]), { types: true })).toEqual(['local'])
})

test('a build with declaration files is good enough for those who want none', () => {
  expect(stale(new Map([...allMade, made('local', { types: true })]))).toEqual([])
})
