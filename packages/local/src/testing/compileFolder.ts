import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'

const ROOT = join(import.meta.dirname, '../../../..')
const base = ts.readConfigFile(join(ROOT, 'tsconfig.base.json'), (path) => readFileSync(path, 'utf8')).config as {
  compilerOptions: object
}
const { options } = ts.convertCompilerOptionsFromJson(
  { ...base.compilerOptions, types: ['node', 'vite/client'], allowJs: true, checkJs: true },
  ROOT,
)

/** Where packages are that are in no workspace: see scripts/ensureOutside.mjs. An application would have installed them. */
const OUTSIDE = ['.cache/examples', '.cache/tools', 'bench/competitors'].map((folder) => join(ROOT, folder, 'any.ts'))

/** Read only once: the standard library and the types of packages. */
const read = new Map<string, ts.SourceFile | undefined>()

/**
 * TypeScript's diagnostics for the sources of a folder in the repository, under the repository's own strict options, and those that
 * are given for TypeScript: a project in JavaScript has no compiler with options.
 */
export function compileFolder(folder: string, stricter: ts.CompilerOptions = {}): string[] {
  const names = ts.sys.readDirectory(folder, ['.ts', '.tsx', '.js', '.jsx'], ['node_modules'])
  const isTyped = names.some((name) => /\.tsx?$/.test(name))
  const ownOptions = { ...options, ...(isTyped && stricter), strict: isTyped, noUnusedLocals: isTyped }
  const host = ts.createCompilerHost(options)
  const { getSourceFile } = host
  host.getSourceFile = (path, ...how) => {
    if (path.startsWith(folder)) return getSourceFile(path, ...how)
    if (!read.has(path)) read.set(path, getSourceFile(path, ...how))
    return read.get(path)
  }
  host.resolveModuleNameLiterals = (literals, from) =>
    literals.map(({ text }) => {
      const places = [from, ...OUTSIDE].map((place) => () => ts.resolveModuleName(text, place, ownOptions, host))
      for (const resolve of places) {
        const result = resolve()
        if (result.resolvedModule) return result
      }
      return { resolvedModule: undefined }
    })
  const program = ts.createProgram(names, ownOptions, host)
  return names.flatMap((name) => {
    const source = program.getSourceFile(name)
    const problems = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
    return problems
      .filter(({ code }) => !(isImplicitAny(code) && /\.jsx?$/.test(name)))
      .map(({ messageText }) => `${relative(folder, name)}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`)
  })
}

/** JavaScript files have no type annotations. */
const isImplicitAny = (code: number) => code >= 7000 && code < 7100
