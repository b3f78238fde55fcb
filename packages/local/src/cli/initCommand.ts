import { applyInit } from '../init/applyInit.ts'
import { readRecord } from '../init/initRecord.ts'
import { planInit } from '../init/planInit.ts'
import { projectIn } from '../init/project.ts'
import { showAdvice, showPlan } from '../init/showPlan.ts'
import { undoInit } from '../init/undoInit.ts'
import { execCommand } from '../project/packageManager.ts'
import { outcome, readOptions, type Command, type Terminal } from './terminal.ts'

const HELP = `Usage: telltale init [options]

Sets up Telltale in the project in this folder: the module that creates the layer, definitions of flags and events, the
provider, a test, and the files of telltale dev. It shows what it will write, and never overwrites a file.

Options:
  --yes        Write without a question. Without a terminal, as in CI, nothing is written unless you pass it
  --dry-run    Write nothing: show what would be written
  --undo       Take back what was written. Files that were changed since are kept and listed
  --help       Show this

Exit codes: 0 done, or nothing to do; 1 failed, or nothing was written, because the question was answered with no or could
not be asked; 2 invalid arguments.
`

const OPTIONS = {
  yes: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  undo: { type: 'boolean', default: false },
} as const

export const initCommand: Command = async (args, terminal) => {
  const values = readOptions(args, OPTIONS, { terminal, help: HELP })
  if (typeof values === 'number') return values
  if (values.undo && values['dry-run']) return outcome.wrong(terminal, '--undo and --dry-run cannot be combined.', HELP)
  try {
    return values.undo ? await undo(terminal) : await init(values.yes, values['dry-run'], terminal)
  } catch (error) {
    return outcome.failed(terminal, error instanceof Error ? error.message : String(error))
  }
}

async function init(isSure: boolean, isDry: boolean, terminal: Terminal): Promise<number> {
  const project = await projectIn(terminal.cwd)
  if (typeof project === 'string') return outcome.failed(terminal, project)
  const plan = await planInit(project)
  terminal.out(showPlan(project, plan, isDry))
  if (plan.steps.every(({ type }) => type === 'keep'))
    return outcome.said(terminal, `${['There is nothing to write.', ...plan.reminders].join(' ')}\n`)
  if (isDry) return outcome.said(terminal, `Nothing was written. Afterwards:\n\n${showAdvice(plan)}`)
  if (!isSure && !terminal.confirm)
    return outcome.failed(
      terminal,
      'Nothing was written: there is no terminal to ask a question in. Pass --yes to write these files.',
    )
  if (!isSure && !(await terminal.confirm?.('Write these files?')))
    return outcome.failed(terminal, 'Nothing was written.')
  await applyInit(terminal.cwd, plan.steps)
  return outcome.said(
    terminal,
    `Done. To remove all that init has written: ${execCommand(project.packageManager, 'telltale init --undo')}\n\n${showAdvice(plan)}`,
  )
}

async function undo(terminal: Terminal): Promise<number> {
  if ((await readRecord(terminal.cwd)).length === 0)
    return outcome.failed(terminal, 'There is nothing to undo in this folder.')
  const { undone, left } = await undoInit(terminal.cwd)
  for (const path of undone) terminal.out(`  undone  ${path}\n`)
  for (const path of left) terminal.out(`  kept    ${path}: It was changed since.\n`)
  terminal.out('Remove what you have added yourself and what uses it, such as WelcomeButton.\n')
  return 0
}
