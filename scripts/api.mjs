import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, root } from './ensureInstalled.mjs'

// npm run api: writes the public API of each entry to .cache/api, and fails if a public comment is not valid TSDoc. To see what a change
// does to the API, run it on main and on the change, and compare the two folders.

const home = join(root, 'packages/telltale')
const reportFolder = join(root, '.cache/api')

await ensureInstalled()
const { Extractor, ExtractorConfig } = await import('@microsoft/api-extractor')
const { ensureBuilt } = await import('./build/ensureBuilt.mjs')
if (!(await ensureBuilt({ types: true, folders: ['packages/telltale'] })).ok) process.exit(1)

const { exports: entries } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
rmSync(reportFolder, { recursive: true, force: true })
mkdirSync(reportFolder, { recursive: true })
/** @type {string[]} */
const problems = []
let lines = 0
for (const [key, { types }] of Object.entries(entries)) {
  if (!types) continue
  const name = key === '.' ? 'index' : key.slice('./'.length).replaceAll('/', '-')
  Extractor.invoke(configOf(name, join(home, types)), {
    localBuild: true,
    messageCallback(message) {
      message.handled = true
      if (message.logLevel === 'error') problems.push(`${name}: ${message.text}`)
    },
  })
  lines += readFileSync(join(reportFolder, `${name}.api.md`), 'utf8').split('\n').length
}
for (const problem of problems) console.log(problem)
console.log(`${problems.length} problems; ${lines} lines of reports are in .cache/api`)
process.exitCode = problems.length > 0 ? 1 : 0

/** @param {string} name of the entry @param {string} declarations its file */
function configOf(name, declarations) {
  const lib = ['ES2022', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable']
  const compilerOptions = {
    lib,
    types: [],
    jsx: 'react-jsx',
    module: 'ESNext',
    moduleResolution: 'Bundler',
    strict: true,
    skipLibCheck: true,
  }
  const [error, none] = [{ logLevel: 'error' }, { logLevel: 'none' }]
  /** @type {any} */
  const configObject = {
    projectFolder: home,
    mainEntryPointFilePath: declarations,
    compiler: { overrideTsconfig: { compilerOptions, files: [declarations] } },
    apiReport: {
      enabled: true,
      reportFileName: `${name}.api.md`,
      // A type that is used but cannot be named from this entry is part of what its user sees.
      includeForgottenExports: true,
      reportFolder,
      reportTempFolder: `${reportFolder}-temp`,
    },
    docModel: { enabled: false },
    dtsRollup: { enabled: false },
    newlineKind: 'lf',
    messages: {
      compilerMessageReporting: { default: error },
      // Release tags are not used here: what an entry exports is public.
      extractorMessageReporting: { default: none, 'ae-unresolved-link': error },
      tsdocMessageReporting: {
        default: error,
        // An object in a sentence, as in injectedClient({ client }), is not a tag.
        'tsdoc-escape-right-brace': none,
        'tsdoc-malformed-inline-tag': none,
      },
    },
  }
  return ExtractorConfig.prepare({
    configObject,
    configObjectFullPath: undefined,
    packageJsonFullPath: join(home, 'package.json'),
  })
}
