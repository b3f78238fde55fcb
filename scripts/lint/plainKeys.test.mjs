import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../ensureInstalled.mjs'

const CODE = `export function count(names: string[], known: Record<string, number>) {
  const plain: Record<string, number> = {}
  const clean = Object.create(null) as Record<string, number>
  const cast = { a: 1 } as Record<string, number>
  for (const name of names) plain[name] ??= 0
  for (const name of names) cast[name]++
  for (const name of names) clean[name] = plain[name] + cast[name]
  plain['a'] = 1
  plain.b = 2
  known[names[0]] = 3
  return [plain, clean, cast]
}`

test('a name that is not known when the code is written is no key of a plain object', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'telltale-lint-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const jsPlugins = [join(root, 'scripts/lint/plugin.mjs')]
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ jsPlugins, rules: { 'telltale/plain-keys': 'error' } }))
  writeFileSync(join(folder, 'code.ts'), CODE)
  const options = { preferLocal: true, localDir: root, cwd: folder, reject: false }
  const { stdout } = await execa('oxlint', ['-c', 'config.json', '-f', 'unix', 'code.ts'], options)
  const reported = stdout.matchAll(/code\.ts:(\d+):\d+: "(\w+)" is a plain object/g)
  expect([...reported].map(([, line, name]) => `${line} ${name}`)).toEqual(['5 plain', '6 cast'])
})
