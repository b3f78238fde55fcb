import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { CompilerState, Extractor, ExtractorConfig } from '@microsoft/api-extractor'
import { similarTexts } from './api/similarTexts.mjs'
import { root } from './ensureInstalled.mjs'

// npm run check -- api: writes the public API of each entry to .cache/api, and fails if a public name has no comment, one that is not valid TSDoc, or
// one that stands at another name, too. To see what a change
// does to the API, run it on main and on the change, and compare the two folders. The settings are in packages/telltale/api-extractor.json.

const home = join(root, 'packages/telltale')
const reportFolder = join(root, '.cache/api')

rmSync(reportFolder, { recursive: true, force: true })
mkdirSync(reportFolder, { recursive: true })
/** @type {string[]} */
const problems = []
/** A declaration that several entries use is in the report of each. @type {Set<string>} */
const declarations = new Set()
/** The comment of each public name and member, by the file and the name. @type {Map<string, string>} */
const texts = new Map()
/** @type {CompilerState | undefined} */
let compilerState
const { exports: entries } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
for (const [key, { types }] of Object.entries(entries)) {
  if (!types) continue
  const reportFileName = `${key === '.' ? 'index' : key.slice('./'.length).replaceAll('/', '-')}.api.md`
  const configObjectFullPath = join(home, 'api-extractor.json')
  const configObject = ExtractorConfig.loadFile(configObjectFullPath)
  const apiReport = { enabled: true, ...configObject.apiReport, reportFileName }
  const apiJsonFilePath = join(reportFolder, reportFileName.replace(/md$/, 'json'))
  const docModel = { enabled: true, includeForgottenExports: true, apiJsonFilePath }
  const config = ExtractorConfig.prepare({
    configObject: { ...configObject, mainEntryPointFilePath: join(home, types), apiReport, docModel },
    configObjectFullPath,
    packageJsonFullPath: join(home, 'package.json'),
  })
  compilerState ??= CompilerState.create(config)
  const messageCallback = (/** @type {import('@microsoft/api-extractor').ExtractorMessage} */ message) => {
    message.handled = true
    if (message.logLevel === 'error') problems.push(`${reportFileName}: ${message.text}`)
  }
  Extractor.invoke(config, { localBuild: true, compilerState, messageCallback })
  const [, code = ''] = readFileSync(join(reportFolder, reportFileName), 'utf8').split('```')
  collectTexts(JSON.parse(readFileSync(apiJsonFilePath, 'utf8')), '')
  for (const one of code.split('\n\n')) declarations.add(one.replace(/^export (declare )?/m, '').trim())
}
const hovers = [...texts].map(([name, text]) => ({ name, text }))
for (const pair of similarTexts(hovers))
  problems.push(`${pair.join(' and ')} have the same comment: it must stand once`)
const lines = [...declarations].join('\n').split('\n').length
console.log([...problems, `${problems.length} problems; the reports are in .cache/api: ${lines} lines`].join('\n'))
process.exitCode = problems.length > 0 ? 1 : 0

/**
 * @typedef {object} ApiItem
 * @property {string} name
 * @property {string} [docComment]
 * @property {string} [fileUrlPath]
 * @property {ApiItem[]} [members]
 */

/**
 * @param {ApiItem} item
 * @param {string} parent
 */
function collectTexts({ name, docComment, fileUrlPath, members = [] }, parent) {
  const path =
    parent || !fileUrlPath ? [parent, name].filter(Boolean).join('.') : `${fileUrlPath.replace(/^dist\//, '')} ${name}`
  // What an entry does not export gets a number where two types have one name.
  if (docComment) texts.set(path.replace(/_\d+(?=\.|$)/, ''), docComment)
  for (const member of members) collectTexts(member, fileUrlPath || parent ? path : '')
}
