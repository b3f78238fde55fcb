import { expect, test } from 'vitest'
import { runGates } from './runGates.mjs'

/** @typedef {import('./runGates.mjs').Gate} Gate */

/** @param {Partial<Gate> & { name: string }} gate @returns {Gate} */
const gate = ({ needs = [], run = async () => ({ ok: true, output: 'fine' }), name }) => ({ name, needs, run })
const fails = async () => ({ ok: false, output: 'line 1\nline 2\n' })

/** @param {Gate[]} gates @param {number} [atOnce] @param {boolean} [isVerbose] */
async function runAll(gates, atOnce = 2, isVerbose = false) {
  /** @type {string[]} */
  const printed = []
  let time = 0
  const print = (/** @type {string} */ text) => printed.push(text)
  const result = await runGates(gates, { atOnce, now: () => (time += 1500), print, isVerbose })
  return { ...result, printed }
}

test('a gate that passes is one line, and its output is not shown', async () => {
  expect(await runAll([gate({ name: 'types' })])).toEqual({ failed: [], printed: ['ok      types  1.5 s'] })
})

test('a gate that passes says more when that is wanted', async () => {
  const { printed } = await runAll([gate({ name: 'sizes' })], 1, true)
  expect(printed).toEqual(['ok      sizes  1.5 s', '        fine\n'])
})

test('a gate that fails is named and shows all it said', async () => {
  expect(await runAll([gate({ name: 'types', run: fails }), gate({ name: 'lint' })], 1)).toEqual({
    failed: ['types'],
    printed: ['FAILED  types  1.5 s', '        line 1\n        line 2\n', 'ok      lint   1.5 s'],
  })
})

test('a gate that throws has failed, and the others still run', async () => {
  const broken = gate({ name: 'sizes', run: () => Promise.reject(new Error('no bundler')) })
  const { failed, printed } = await runAll([broken, gate({ name: 'lint' })], 1)
  expect(failed).toEqual(['sizes'])
  expect(printed[1]).toMatch(/Error: no bundler/)
  expect(printed[2]).toMatch(/^ok {6}lint/)
})

test('a gate waits for what it needs', async () => {
  /** @type {string[]} */
  const order = []
  /** @param {string} name */
  const noted = (name) => async () => {
    order.push(name)
    await Promise.resolve()
    order.push(`${name} ended`)
    return { ok: true, output: '' }
  }
  const gates = [
    gate({ name: 'shape', needs: ['build'], run: noted('shape') }),
    gate({ name: 'build', run: noted('build') }),
  ]
  expect((await runAll(gates)).failed).toEqual([])
  expect(order).toEqual(['build', 'build ended', 'shape', 'shape ended'])
})

test('a gate whose need failed is not run and counts as failed', async () => {
  let ran = false
  const shape = gate({ name: 'shape', needs: ['build'], run: async () => ({ ok: (ran = true), output: '' }) })
  const { failed, printed } = await runAll([gate({ name: 'build', run: fails }), shape])
  expect(failed).toEqual(['build', 'shape'])
  expect(ran).toBe(false)
  expect(printed.at(-1)).toMatch(/not run, because build failed/)
})

test('no more gates run at once than allowed', async () => {
  let running = 0
  let most = 0
  const run = async () => {
    most = Math.max(most, ++running)
    await new Promise((resolve) => setImmediate(resolve))
    running--
    return { ok: true, output: '' }
  }
  const names = ['a', 'b', 'c', 'd', 'e']
  expect((await runAll(names.map((name) => gate({ name, run })))).failed).toEqual([])
  expect(most).toBe(2)
})

test('a gate that needs one that is not there is not passed over in silence', async () => {
  expect((await runAll([gate({ name: 'shape', needs: ['build'] })])).failed).toEqual(['shape'])
})
