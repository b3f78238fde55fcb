import { stat } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { applyEdits, type Edit } from 'jsonc-parser'
import { Project, ts, type SourceFile } from 'ts-morph'
import type { Codemod } from './codemod.ts'
import type { KnownFlag } from './flagNames.ts'
import { launchDarklyReact } from './launchDarklyReact.ts'
import { segment } from './segment.ts'

export type CodemodName = 'launchdarkly-react' | 'segment'

const CODEMODS: Readonly<Record<CodemodName, Codemod>> = { 'launchdarkly-react': launchDarklyReact, segment }

const SOURCES = '**/*.{ts,tsx,js,jsx,mts,mjs}'
const NO_SOURCES = ['node_modules', 'dist', 'build', '.next', '.react-router']

export interface CodemodOptions {
  readonly cwd: string
  /** The files and folders that are changed, relative to `cwd`. */
  readonly paths: readonly string[]
  /** The folder of all sources, which may share a client, relative to `cwd`. */
  readonly home: string
  readonly flags: readonly KnownFlag[]
  /** The module that exports `telltale`, relative to `cwd`. */
  readonly layer: string
}

/** Paths are relative to `cwd`. */
interface Change {
  readonly path: string
  readonly before: string
  readonly after: string
}

interface Place {
  readonly path: string
  readonly line: number
  readonly reason: string
}

export interface CodemodResult {
  readonly changed: readonly Change[]
  readonly left: readonly Place[]
}

/** Applies a codemod to the sources below some paths, without writing them. Rejects with an error message for the terminal. */
export async function runCodemod(
  name: CodemodName,
  { cwd, paths, home, flags, layer }: CodemodOptions,
): Promise<CodemodResult> {
  const project = new Project({
    skipAddingFilesFromTsConfig: true,
    skipFileDependencyResolution: true,
    compilerOptions: {
      allowJs: true,
      jsx: ts.JsxEmit.Preserve,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      module: ts.ModuleKind.ESNext,
      // Only the names in the sources matter, not the types of packages.
      noLib: true,
      types: [],
    },
  })
  const chosen = new Set<SourceFile>()
  const addFiles = (globs: readonly string[]) =>
    project.addSourceFilesAtPaths(globs.map((glob) => glob.replaceAll('\\', '/')))
  for (const path of paths) {
    const absolute = resolve(cwd, path)
    const found = await stat(absolute).catch(() => undefined)
    if (found === undefined) throw new Error(`${path} does not exist.`)
    const globs = found.isFile() ? [absolute] : globsOf(absolute)
    for (const file of addFiles(globs)) chosen.add(file)
  }
  addFiles(globsOf(resolve(cwd, home)))
  const isChosen = (file: SourceFile) => chosen.has(file)
  const context = { flags, layer: resolve(cwd, layer).replaceAll('\\', '/'), isChosen }
  const { edits, left } = CODEMODS[name](project.getSourceFiles(), context)
  const nameOf = (file: SourceFile) => relative(cwd, file.getFilePath()).replaceAll('\\', '/')
  const changed: Change[] = []
  const places = left
    .filter(({ node }) => isChosen(node.getSourceFile()))
    .map(({ node, reason }) => placeOf(node.getSourceFile(), node.getStartLineNumber(), reason))
  for (const [file, ofFile] of edits) {
    if (!isChosen(file)) continue
    const before = file.getFullText()
    const after = editedOr(before, ofFile)
    if (after === undefined)
      places.push(placeOf(file, 1, 'This file was not changed: it has a call to move inside another call to move.'))
    else changed.push({ path: nameOf(file), before, after })
    if (after?.trim() === '') places.push(placeOf(file, 1, 'Nothing is left in this file. Delete it.'))
  }
  return { changed, left: places.sort((a, b) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1)) }

  function placeOf(file: SourceFile, line: number, reason: string): Place {
    return { path: nameOf(file), line, reason }
  }
}

const globsOf = (folder: string): string[] => [
  join(folder, SOURCES),
  ...NO_SOURCES.map((excluded) => `!${join(folder, '**', excluded, '**')}`),
]

function editedOr(text: string, edits: readonly Edit[]): string | undefined {
  try {
    return applyEdits(text, [...edits])
  } catch {
    return undefined
  }
}
