import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, root } from './ensureInstalled.mjs'

// npm run shape: packs what would be published and judges the tarball, not the folder it came from.

await ensureInstalled()
const { ensureBuilt } = await import('./build/ensureBuilt.mjs')
if (!(await ensureBuilt({ types: true, folders: ['packages/telltale', 'packages/local'] })).ok) process.exit(1)
const { judgeTarball } = await import('./shape/judgeTarball.mjs')
const { runNpm } = await import('./runNode.mjs')

const folder = join(root, '.cache/shape', String(process.pid))
mkdirSync(folder, { recursive: true })
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

const packages = ['packages/telltale', 'packages/local']
const args = packages.flatMap((path) => ['--workspace', path])
const packed = await runNpm(['pack', '--ignore-scripts', '--pack-destination', folder, ...args], { cwd: root })
const tarballs = readdirSync(folder).filter((file) => file.endsWith('.tgz'))
const problems = []
if (!packed.ok || tarballs.length !== packages.length) problems.push(`npm pack failed:\n${packed.output}`)
for (const file of tarballs)
  problems.push(...(await judgeTarball(readFileSync(join(folder, file)))).map((problem) => `${file}: ${problem}`))

for (const problem of problems) console.log(problem)
process.exitCode = problems.length > 0 ? 1 : 0
