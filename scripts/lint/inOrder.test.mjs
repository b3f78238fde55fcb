import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterAll, expect, test } from 'vitest'
import { root } from '../ensureInstalled.mjs'

const folder = mkdtempSync(join(tmpdir(), 'telltale-lint-'))
afterAll(() => rmSync(folder, { recursive: true }))

const config = join(folder, 'config.json')
const jsPlugins = [join(root, 'scripts/lint/inOrder.mjs')]
writeFileSync(config, JSON.stringify({ jsPlugins, rules: { 'telltale/in-order': 'error' } }))

/** The names that the rule reports. @param {string} code */
async function reported(code) {
  const file = join(folder, 'code.ts')
  writeFileSync(file, code)
  const oxlint = join(root, 'node_modules/oxlint/bin/oxlint')
  const { stdout } = await execa(process.execPath, [oxlint, '-c', config, file], { reject: false })
  return [...stdout.matchAll(/"(\w+)" is used before it is made/g)].map(([, name]) => name)
}

test('a closure may not use what is made below it, nor what is being made', async () => {
  const code = `export function start() {
    const early = make(() => late)
    const late = make(() => late)
    return [early, late]
  }`
  expect(await reported(code)).toEqual(['late', 'late'])
})

test('a closure may use what is made above it, functions, what a module makes, and itself', async () => {
  const code = `export function start() {
    const early = make()
    const late = make(() => early, make, LIMIT)
    const again = () => again()
    return [late, again]
    function make(...given) { return given }
  }
  const LIMIT = 3`
  expect(await reported(code)).toEqual([])
})
