import { Command, InvalidArgumentError, Option } from 'commander'
import { experimentAnswer } from '../experiment/answer.ts'
import { checkMetrics, type Metrics, metricsIn } from '../experiment/metrics.ts'
import { addOptions } from './options/addOptions.ts'
import { planIn } from './planIn.ts'
import { printExperiment } from './printExperiment.ts'
import { openReader } from './stores/stores.ts'

interface ExperimentOptions {
  readonly store?: string
  readonly schema: string
  readonly folder?: string
  readonly metrics: string
  readonly metric?: readonly string[]
  readonly plan?: string
  readonly app?: string
  readonly promotion?: string
  readonly unit?: string
  readonly control?: string
  readonly split?: ReadonlyMap<string, number>
  readonly ends?: number
  readonly until?: number
  readonly confidence: number
  readonly effect: number
  readonly format: 'text' | 'json'
}

export const experimentCommand = () =>
  addOptions(new Command('experiment'), ['store', 'schema'], { withoutDefault: ['store'] })
    .description(
      'Says what the variations of a flag have done, from the exposures and the events of those who saw them.',
    )
    .argument('<flag>', 'the key of the flag')
    .option('--folder <folder>', 'the Parquet files of the store: only what is not there yet is read from the store')
    .option('--metrics <file>', 'the file with your metrics', 'metrics.json')
    .option('--metric <name...>', 'by which the experiment is judged: all of the file when absent')
    .option('--plan <file>', 'a plan, which the metrics must fit')
    .option('--app <name>', 'the application, if several have shown the flag')
    .option('--promotion <level>', 'the promotion level, if the flag was shown on several')
    .option('--unit <kind>', 'person, visitor or a kind of account, if the flag was shown to several')
    .option('--control <variation>', 'the variation with which the others are compared: the first one when absent')
    .addOption(new Option('--split <shares>', 'such as 0=90,1=10, if the shares are not equal').argParser(sharesIn))
    .addOption(
      new Option('--ends <day>', 'the day that was declared as the end, before which there is no result').argParser(
        dayIn,
      ),
    )
    .addOption(new Option('--until <day>', 'what happens on this day and later does not count').argParser(dayIn))
    .addOption(new Option('--confidence <share>', 'of the intervals').argParser(shareIn).default(0.95))
    .addOption(
      new Option('--effect <share>', 'the relative effect that is worth finding').argParser(shareIn).default(0.05),
    )
    .addOption(
      new Option('--format <format>', 'text for people, json for programs').choices(['text', 'json']).default('text'),
    )
    .action(experiment)

async function experiment(flag: string, options: ExperimentOptions): Promise<void> {
  const { store: place, schema, folder, metrics: file, metric, plan, ends, confidence, format, ...rest } = options
  if (place === undefined && folder === undefined)
    throw new Error('There is nothing to read. Set --store, --folder, or both.')
  const metrics: Metrics = metricsIn(file)
  const judgedBy = metric ?? [...metrics.keys()]
  if (plan !== undefined) checkMetrics(metrics.values(), await planIn(plan), plan)
  const store = place === undefined ? undefined : await openReader({ store: place, schema })
  try {
    const source = { ...(store && { store }), ...(folder !== undefined && { folder }) }
    const question = { ...rest, flag, metrics, judgedBy, endsAt: ends, alpha: 1 - confidence, now: Date.now() }
    const answer = await experimentAnswer(question, source)
    process.stdout.write(format === 'json' ? `${JSON.stringify(answer, null, 2)}\n` : printExperiment(answer))
  } finally {
    await store?.close()
  }
}

function sharesIn(text: string): ReadonlyMap<string, number> {
  const shares = text.split(',').map((one) => {
    const at = one.lastIndexOf('=')
    return [one.slice(0, at).trim(), Number(one.slice(at + 1))] as const
  })
  if (shares.length < 2 || shares.some(([name, share]) => name === '' || !(share > 0) || share === Infinity))
    throw new InvalidArgumentError('Write each variation with its share: 0=90,1=10.')
  return new Map(shares)
}

function dayIn(text: string): number {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN
  // Another day than the one that was written does not exist.
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text)
    throw new InvalidArgumentError('Write a day as 2026-12-15. It begins at midnight in UTC.')
  return at
}

export function shareIn(text: string): number {
  const share = Number(text)
  if (text.trim() === '' || !(share > 0 && share < 1)) throw new InvalidArgumentError('Write a share between 0 and 1.')
  return share
}
