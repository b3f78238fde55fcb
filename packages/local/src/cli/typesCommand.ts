import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { outlinesOfFile, outlinesOfService } from '../flagTypes/flagOutlines.ts'
import { flagsModule } from '../flagTypes/flagsModule.ts'
import { flagsModulePath } from './flagsModulePath.ts'
import { isHttpUrl } from './isHttpUrl.ts'
import { projectFolder } from '../project/starterFiles.ts'
import { outcome, readOptions, type Command } from './terminal.ts'

const HELP = `Usage: telltale types [options]

Writes the application's flags as a TypeScript module for defineFlags: their keys, their defaults (the off variations)
and all their values. The same flags always give the same file.

Options:
  --flags <file>             The file with the flags (telltale/flags.json, in this folder or above)
  --all                      Include flags that browsers may not see
  --from <url>               Ask a running flag service instead, which has only one value of each flag
  --client-side-id <id>      The environment to ask for, with --from
  --out <file>               The file to write (the one that telltale init wrote, or else flags.ts beside the flags);
                             - for the standard output
  --check                    Write nothing: check whether the file is up to date
  --help                     Show this

Exit codes: 0 written, or up to date; 1 failed, or out of date; 2 invalid arguments.
`

const OPTIONS = {
  flags: { type: 'string' },
  all: { type: 'boolean', default: false },
  from: { type: 'string' },
  'client-side-id': { type: 'string' },
  out: { type: 'string' },
  check: { type: 'boolean', default: false },
} as const

export const typesCommand: Command = async (args, terminal) => {
  const values = readOptions(args, OPTIONS, { terminal, help: HELP })
  if (typeof values === 'number') return values
  const wrong = (sentence: string) => outcome.wrong(terminal, sentence, HELP)
  const { from, check } = values
  // Found as telltale dev finds it: from any folder of the project.
  const folder = relative(terminal.cwd, (await projectFolder(terminal.cwd)) ?? resolve(terminal.cwd, 'telltale'))
  const root = resolve(terminal.cwd, folder, '..')
  const written = values.out === undefined ? await flagsModulePath(root) : undefined
  const out = values.out ?? (written ? relative(terminal.cwd, join(root, written)) : join(folder, 'flags.ts'))
  const file = values.flags ?? join(folder, 'flags.json')
  const id = values['client-side-id']
  if (from !== undefined && values.flags !== undefined) return wrong('--from and --flags cannot be combined.')
  if (from !== undefined && id === undefined) return wrong('--from needs --client-side-id.')
  if (from === undefined && id !== undefined) return wrong('--client-side-id needs --from.')
  if (from !== undefined && !isHttpUrl(from)) return wrong('--from must be a URL, like http://127.0.0.1:4801.')
  if (check && out === '-') return wrong('--check needs a file: --out - has none.')

  try {
    const outlines =
      from !== undefined && id !== undefined
        ? await outlinesOfService(from, id)
        : await outlinesOfFile(resolve(terminal.cwd, file), values.all)
    // The output is the same from every folder of the project.
    const source =
      from === undefined ? (values.flags?.replaceAll('\\', '/') ?? 'telltale/flags.json') : `${from}, ${id}`
    const text = flagsModule(outlines, source)
    if (out === '-') return outcome.said(terminal, text)
    const path = resolve(terminal.cwd, out)
    const before = await readFile(path, 'utf8').catch(() => undefined)
    if (check) {
      if (before === text) return outcome.said(terminal, `${out} is up to date.\n`)
      const why = before === undefined ? 'is not there' : 'is out of date'
      return outcome.failed(terminal, `${out} ${why}: run telltale types.`)
    }
    if (before !== text) {
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, text)
    }
    return outcome.said(terminal, `${out}: ${outlines.length} ${outlines.length === 1 ? 'flag' : 'flags'}.\n`)
  } catch (error) {
    return outcome.failed(terminal, error instanceof Error ? error.message : String(error))
  }
}
