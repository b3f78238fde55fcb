import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, root } from './ensureInstalled.mjs'

// npm run check -- shape: packs what would be published and judges the tarballs, not the folders they came from.

await ensureInstalled()
const { checkPackage, createPackageFromTarballData } = await import('@arethetypeswrong/core')
const { problemKindInfo } = await import('@arethetypeswrong/core/problems')
const { publint } = await import('publint')
const { formatMessage } = await import('publint/utils')
const { packPackage } = await import('../compatibility/packPackage.mjs')

// The packages need `exports`, which the oldest way of resolving does not read. From 20.19, the oldest Node that they support,
// `require` takes an ES module: installedEntries.nightly.test.mjs shows that, and that each entry can be loaded.
const isMeant = (/** @type {import('@arethetypeswrong/core').Problem} */ problem) =>
  problem.kind === 'CJSResolvesToESM' || ('resolutionKind' in problem && problem.resolutionKind === 'node10')

const folder = join(root, '.cache/shape', String(process.pid))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
const problems = []
for (const workspace of ['packages/telltale', 'packages/local']) {
  const { tarball, files } = await packPackage(workspace, folder)
  const bytes = new Uint8Array(readFileSync(tarball))
  const { messages, pkg } = await publint({ pack: { tarball: bytes.buffer }, strict: true, level: 'suggestion' })
  const types = await checkPackage(createPackageFromTarballData(bytes))
  const wrong = types.types ? types.problems.filter((problem) => !isMeant(problem)) : []
  const found = [
    ...messages.map((message) => formatMessage(message, pkg, { color: false })),
    ...wrong.map((problem) => `${problemKindInfo[problem.kind].title}: ${JSON.stringify(problem)}`),
    ...(types.types ? [] : ['It has no types.']),
    ...(files.includes('LICENSE') ? [] : ['The licence is not in it.']),
    ...files.filter((path) => /\.(test|suite)\./.test(path)).map((path) => `${path} is a test.`),
  ]
  problems.push(...found.map((problem) => `${workspace}: ${problem}`))
}
for (const problem of problems) console.log(problem)
process.exitCode = problems.length > 0 ? 1 : 0
