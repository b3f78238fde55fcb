import { access, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createTwoFilesPatch } from 'diff'
import manifest from '../../package.json' with { type: 'json' }
import type { CodemodName } from '../codemods/runCodemod.ts'
import { closest } from '../text/closest.ts'
import { outlinesOfFile } from '../flagTypes/flagOutlines.ts'
import { oneLine } from './oneLine.ts'
import { borrowCommand, packageManagerIn } from '../project/packageManager.ts'
import { projectFolder } from '../project/starterFiles.ts'
import { outcome, readOptions, type Command } from './terminal.ts'

const TS_MORPH = `ts-morph@${manifest.peerDependencies['ts-morph']}`

const HELP = `Usage: telltale codemod <name> [paths] [options]

Replaces the calls of another SDK with those of Telltale, in the given files and folders (src, or app). It lists each call
that it does not replace, with its file, its line and the reason.

Names:
  launchdarkly-react   launchdarkly-react-client-sdk: useFlags, useLDClient and the providers
  segment              @segment/analytics-next, window.analytics: track, identify, page and reset

Options:
  --dry-run            Write nothing: show what would change
  --layer <module>     The module that exports telltale (telltale.ts or telltale.js in src or app)
  --help               Show this

It needs ts-morph, which is not installed with Telltale: ${borrowCommand('npm', TS_MORPH)}

Exit codes: 0 done; 1 failed, with the reason; 2 invalid arguments.
`

const OPTIONS = { 'dry-run': { type: 'boolean', default: false }, layer: { type: 'string' } } as const
const NAMES: readonly CodemodName[] = ['launchdarkly-react', 'segment']

export const codemodCommand: Command = async (args, terminal) => {
  const [names, options] = split(args)
  const values = readOptions(options, OPTIONS, { terminal, help: HELP })
  if (typeof values === 'number') return values
  const [given, ...paths] = names
  const name = NAMES.find((one) => one === given)
  if (name === undefined) {
    const meant = given && closest(given, NAMES)
    const sentence = given
      ? `${given} is not a codemod.${meant ? ` Did you mean ${meant}?` : ''}`
      : 'There is no codemod.'
    return outcome.wrong(terminal, sentence, HELP)
  }
  try {
    const home = await firstFolder(terminal.cwd, ['src/app', 'app', 'src'], ['src', 'app'])
    const { runCodemod } = await import('../codemods/runCodemod.ts')
    const result = await runCodemod(name, {
      cwd: terminal.cwd,
      paths: paths.length > 0 ? paths : [home.sources],
      home: home.sources,
      flags: await knownFlags(terminal.cwd),
      layer: values.layer ?? home.layer,
    })
    for (const { path, before, after } of result.changed)
      if (values['dry-run']) terminal.out(createTwoFilesPatch(path, path, before, after, '', '', { context: 2 }))
      else await writeFile(resolve(terminal.cwd, path), after)
    for (const { path, line, reason } of result.left) terminal.out(`${path}:${line}  ${oneLine(reason)}\n`)
    if (name === 'segment' && result.changed.length > 0) terminal.out(REGISTER)
    const count = result.changed.length === 1 ? '1 file' : `${result.changed.length} files`
    return outcome.said(
      terminal,
      `${values['dry-run'] ? `${count} would change.` : `${count} changed.`} ${leftSentence(result.left.length)}\n`,
    )
  } catch (error) {
    if (isMissing(error))
      return outcome.failed(
        terminal,
        `codemod needs ts-morph, which is not installed. Run ${borrowCommand(await packageManagerIn(terminal.cwd), TS_MORPH)}, and then this command again.`,
      )
    return outcome.failed(terminal, error instanceof Error ? error.message : String(error))
  }
}

/** The compiler rejects a call with another name once an application has registered its events, as init does. */
const REGISTER =
  "If your application registers its events (defineEvents), add those of these calls, or set unregisteredEvents: 'allowed' in Register until all are there.\n"

function isMissing(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  return code === 'ERR_MODULE_NOT_FOUND' && message?.includes("'ts-morph'") === true
}

function leftSentence(left: number): string {
  if (left === 0) return 'Nothing is left to do.'
  return `${left === 1 ? '1 place needs' : `${left} places need`} a look: see above.`
}

/** Parses names, paths and options: `readOptions` accepts only options. */
function split(args: readonly string[]): [string[], string[]] {
  const { tokens } = parseArgs({
    args: [...args],
    options: OPTIONS,
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const positions = new Set(tokens.filter(({ kind }) => kind === 'positional').map(({ index }) => index))
  return [args.filter((_, index) => positions.has(index)), args.filter((_, index) => !positions.has(index))]
}

/** Where the layer's module is or will be, and where the sources are. */
async function firstFolder(cwd: string, layers: readonly string[], folders: readonly string[]) {
  const isThere = (path: string) =>
    access(join(cwd, path)).then(
      () => true,
      () => false,
    )
  const firstOf = async (paths: readonly string[]) => {
    for (const path of paths) if (await isThere(path)) return path
    return undefined
  }
  const module = await firstOf(
    layers.flatMap((folder) => ['ts', 'js'].map((extension) => `${folder}/telltale.${extension}`)),
  )
  const sources = (await firstOf(folders)) ?? '.'
  return { sources, layer: module ?? `${sources}/telltale.ts` }
}

async function knownFlags(cwd: string) {
  const folder = await projectFolder(cwd)
  if (folder === undefined) return []
  return outlinesOfFile(join(folder, 'flags.json'), true)
}
