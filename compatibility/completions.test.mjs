import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { root } from '../scripts/ensureInstalled.mjs'

const folder = join(root, 'compatibility/applications/registered')
const typing = join(folder, 'typing.tsx')

const flags = ['anything', 'banner-text', 'board', 'depots', 'favourites', 'limits', 'map-style', 'new-pricing'].concat(
  ['page-size', 'page-size-choice', 'palette', 'quote-layout', 'shelves', 'unheardOf'],
)
const events = ['Filter cleared', 'Machine selected', 'Quote sent', 'Report printed', 'Search used', 'Settings opened']

/** @type {[line: string, expected: string[]][]} The editor's suggestions at the place of `|`. */
const CASES = [
  ["telltale.flags.variation('|')", flags],
  ["telltale.flags.variationDetail('|')", flags],
  ["useFlag('|')", flags],
  ["useFlags(['|'])", flags],
  ["telltale.flags.watch('|', () => {})", flags],
  ['<FlagGate flag="|" />', flags],
  ["telltale.flags.variation('quote-layout', '|')", ['classic', 'compact']],
  ["telltale.track('|')", events],
  ["useTrackOnce('|')", events],
  ["telltale.track('Quote sent', { | })", ['note', 'total']],
  ["telltale.track('Machine selected', { machine: 'M-1', via: '|' })", ['list', 'map']],
]

/** @type {[line: string, expected: string[]][]} Lines with a name or a key that does not exist. */
const MISTAKES = [
  ["useFlag('new-prices')", flags],
  ["useFlags(['new-pricing', 'new-prices'])", flags],
  ["telltale.flags.variation('new-prices')", flags],
  ["telltale.flags.watch('new-prices', () => {})", flags],
  ["telltale.track('Quote snet')", events],
]

const text = `import type { Telltale } from 'telltale'
import { FlagGate, useFlag, useFlags, useTrackOnce } from 'telltale/react'
import './definitions.ts'
declare const telltale: Telltale
${CASES.map(([line]) => line).join('\n;')}
;${MISTAKES.map(([line]) => line).join('\n;')}
`

const written = text.replaceAll('|', '')

/** One for all cases, because it takes seconds to read the types. */
const editor = ts.createLanguageService({
  getCompilationSettings: () => settings()?.options ?? {},
  getScriptFileNames: () => [typing],
  getScriptVersion: () => '1',
  getScriptSnapshot: (path) => ts.ScriptSnapshot.fromString(read(path) ?? ''),
  getCurrentDirectory: () => folder,
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: (path) => path === typing || ts.sys.fileExists(path),
  readFile: read,
  directoryExists: ts.sys.directoryExists,
  getDirectories: ts.sys.getDirectories,
  realpath: (path) => ts.sys.realpath?.(path) ?? path,
})

function settings() {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} }
  return ts.getParsedCommandLineOfConfigFile(join(folder, 'tsconfig.json'), {}, host)
}

/** @param {string} path */
function read(path) {
  return path === typing ? written : ts.sys.readFile(path)
}

describe('the editor completes', () => {
  test.each(CASES)('%s', (line, expected) => {
    const before = text.slice(0, text.indexOf(line) + line.indexOf('|')).replaceAll('|', '')
    const found = editor.getCompletionsAtPosition(typing, before.length, {})
    expect(found?.entries.map(({ name }) => name).sort()).toEqual(expected)
  })
})

describe('the compiler lists what exists', () => {
  test.each(MISTAKES)('%s', (line, expected) => {
    const start = written.indexOf(line)
    const [found] = editor
      .getSemanticDiagnostics(typing)
      .filter((one) => one.start !== undefined && one.start >= start && one.start < start + line.length)
    const message = ts.flattenDiagnosticMessageText(found?.messageText ?? '', ' ')
    for (const name of expected) expect(message).toContain(`"${name}"`)
  })
})
