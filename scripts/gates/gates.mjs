import { join } from 'node:path'
import { ensureBuilt } from '../build/ensureBuilt.mjs'
import { root } from '../ensureInstalled.mjs'
import { runNode } from '../runNode.mjs'

/** @typedef {import('./runGates.mjs').Gate} Gate */

/** What `npm run check` asks for, in the order in which it is begun: what others wait for first, then what takes long. @type {readonly Gate[]} */
export const gates = [
  { name: 'build', needs: [], run: build },
  gate('types', ['scripts/types.mjs']),
  gate('lint', ['node_modules/oxlint/bin/oxlint', '--deny-warnings', '--report-unused-disable-directives']),
  gate('format', [
    'node_modules/prettier/bin/prettier.cjs',
    ...['--check', '--log-level', 'warn', '--cache', '--cache-location', '.cache/prettier', '.'],
  ]),
  gate('dead-code', ['node_modules/knip/bin/knip.js', '--no-progress', '--no-config-hints']),
  gate('layers', ['scripts/layers.mjs']),
  gate('house', ['scripts/house.mjs']),
  gate('docs', ['scripts/docs.mjs']),
  gate('specification', ['scripts/specification.mjs']),
  gate('api', ['scripts/api.mjs', '--check'], ['build']),
  gate('compilers', ['scripts/compilers.mjs'], ['build']),
  gate('shape', ['scripts/shape.mjs'], ['build']),
  gate('browsers', ['scripts/browsers.mjs', '--check'], ['build']),
  gate('sizes', ['scripts/sizes.mjs'], ['build']),
]

async function build() {
  /** @type {string[]} */
  const said = []
  const { ok } = await ensureBuilt({ types: true, say: (line) => said.push(line) })
  return { ok, output: said.join('\n') }
}

/** @param {string} name @param {readonly string[]} command @param {readonly string[]} [needs] @returns {Gate} */
function gate(name, [script = '', ...args], needs = []) {
  return { name, needs, run: () => runNode([join(root, script), ...args], { cwd: root }) }
}
