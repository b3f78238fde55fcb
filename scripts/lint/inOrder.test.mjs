import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../ensureInstalled.mjs'

const CODE = `export function start() {
  const early = make(() => late)
  const late = make(() => [early, late], make, LIMIT)
  const again = () => again()
  return [early, late, again]
  function make(...given) { return given }
}
const LIMIT = 3`

test('a closure may not use what is made below it, nor what is being made; it may use what is above it, functions, and itself', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'telltale-lint-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const jsPlugins = [join(root, 'scripts/lint/plugin.mjs')]
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ jsPlugins, rules: { 'telltale/in-order': 'error' } }))
  writeFileSync(join(folder, 'code.ts'), CODE)
  const options = { preferLocal: true, localDir: root, cwd: folder, reject: false }
  const { stdout } = await execa('oxlint', ['-c', 'config.json', '-f', 'unix', 'code.ts'], options)
  const reported = stdout.matchAll(/code\.ts:(\d+):\d+: "(\w+)" is used before it is made/g)
  expect([...reported].map(([, line, name]) => `${line} ${name}`)).toEqual(['2 late', '3 late'])
})
