import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { root } from './ensureInstalled.mjs'

// node scripts/keepVersion.mjs <commit>: keeps the library of a commit as one file, for the tests in which its pages and those of today share
// a browser. Run it when a change of what is stored has landed: the version before is then what old tabs still have.

const KEPT = 'packages/telltale/versions'
/** What the tests use of a version: the layer in a browser, and over the fakes. */
const ENTRY = `
export { createTelltale as createBrowserTelltale } from './index.ts'
export { collector } from './collector.ts'
export { session } from './session.ts'
export { accounts } from './accounts.ts'
export { visitor } from './visitor.ts'
export { launchDarkly } from './flags.ts'
export { exposures } from './steps.ts'
export { vendor } from './vendor.ts'
export { createTelltale } from './layer/createTelltale.ts'
export { launchDarklyAtOnce, startOn } from './testkit/createTelltaleAtOnce.ts'
`

const [commit = ''] = process.argv.slice(2)
const hash = execFileSync('git', ['rev-parse', '--short=8', `${commit}^{commit}`], {
  cwd: root,
  encoding: 'utf8',
}).trim()
const folder = mkdtempSync(join(tmpdir(), 'version-'))
try {
  const sources = execFileSync('git', ['archive', hash, 'packages/telltale/src'], { cwd: root, maxBuffer: 2 ** 28 })
  execFileSync('tar', ['x', '-C', folder], { input: sources })
  const entry = join(folder, 'packages/telltale/src/kept.ts')
  writeFileSync(entry, ENTRY)
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    resolve: { conditions: ['@telltale/source'] },
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      modulePreload: false,
      lib: { entry, formats: ['es'] },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
  const output = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  const file = output.find((one) => one.type === 'chunk')
  if (!file) throw new Error('Nothing was built.')
  mkdirSync(join(root, KEPT), { recursive: true })
  // Workspaces that check the types of JavaScript import it, too.
  writeFileSync(join(root, KEPT, `${hash}.mjs`), `// @ts-nocheck\n${file.code}`)
  console.log(`${KEPT}/${hash}.mjs: ${file.code.length} characters in ${output.length} file`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
