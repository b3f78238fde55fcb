import { join } from 'node:path'
import { root } from '../ensureInstalled.mjs'
import { runNode } from '../runNode.mjs'

/** @typedef {import('./runGates.mjs').Gate} Gate */

/** What `npm run check` asks for, in the order in which it is begun. @type {readonly Gate[]} */
export const gates = [
  gate('types', ['scripts/types.mjs']),
  gate('lint', ['node_modules/oxlint/bin/oxlint', '--deny-warnings']),
  gate('layers', ['scripts/layers.mjs']),
  gate('format', [
    'node_modules/prettier/bin/prettier.cjs',
    ...['--check', '--log-level', 'warn', '--cache', '--cache-location', '.cache/prettier', '.'],
  ]),
]

/** @param {string} name @param {readonly string[]} command @param {readonly string[]} [needs] @returns {Gate} */
function gate(name, [script = '', ...args], needs = []) {
  return { name, needs, run: () => runNode([join(root, script), ...args], { cwd: root }) }
}
