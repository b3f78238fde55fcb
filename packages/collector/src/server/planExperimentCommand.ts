import { Command, InvalidArgumentError, Option } from 'commander'
import { type ExperimentPlan, experimentPlan, type PlannedMetric } from '../experiment/planExperiment.ts'
import { isShare, metricsIn } from '../experiment/metrics.ts'
import { number, percent, plain } from '../experiment/sentences.ts'
import { shareIn } from './experimentCommand.ts'
import { addOptions } from './options/addOptions.ts'
import { printAnswer } from './printAnswer.ts'
import { openReader } from './stores/stores.ts'

interface PlanOptions {
  readonly store?: string
  readonly schema: string
  readonly folder?: string
  readonly metrics: string
  readonly metric?: readonly string[]
  readonly app?: string
  readonly promotion?: string
  readonly unit: string
  readonly variations: number
  readonly once: boolean
  readonly confidence: number
  readonly format: 'text' | 'json'
}

export const planExperimentCommand = () =>
  addOptions(new Command('plan-experiment'), ['store', 'schema'], { withoutDefault: ['store'] })
    .description(
      'Says how long an experiment would have to run, and how small an effect it would find, from what units have done without it.',
    )
    .argument('<event>', 'the name of the event at which the flag would be shown')
    .option('--folder <folder>', 'the Parquet files of the store: only what is not there yet is read from the store')
    .option('--metrics <file>', 'the file with your metrics', 'metrics.json')
    .option('--metric <name...>', 'by which it would be judged: all of the file when absent')
    .option('--app <name>', 'the application, if the event happens in several')
    .option('--promotion <level>', 'the promotion level, if the event happens on several')
    .option('--unit <kind>', 'person, visitor or a kind of account, by which the flag would divide', 'person')
    .addOption(new Option('--variations <count>', 'of the flag').argParser(variationsIn).default(2))
    .option('--once', 'one looks once, at a declared end, and not every day', false)
    .addOption(new Option('--confidence <share>', 'of the intervals').argParser(shareIn).default(0.95))
    .addOption(
      new Option('--format <format>', 'text for people, json for programs').choices(['text', 'json']).default('text'),
    )
    .action(plan)

async function plan(event: string, options: PlanOptions): Promise<void> {
  const { store: place, schema, folder, metrics: file, metric, once, confidence, format, ...rest } = options
  if (place === undefined && folder === undefined)
    throw new Error('There is nothing to read. Set --store, --folder, or both.')
  const metrics = metricsIn(file)
  const store = place === undefined ? undefined : await openReader({ store: place, schema })
  try {
    const question = { ...rest, event, metrics, judgedBy: metric ?? [...metrics.keys()], alpha: 1 - confidence }
    const source = { ...(store && { store }), ...(folder !== undefined && { folder }) }
    const answer = await experimentPlan({ ...question, method: once ? 'fixed' : 'anytime' }, source)
    process.stdout.write(format === 'json' ? `${JSON.stringify(answer, null, 2)}\n` : printPlan(answer))
  } finally {
    await store?.close()
  }
}

/** The plan as a text for a terminal. */
export function printPlan({ event, unit, variations, method, units, from, to, metrics }: ExperimentPlan): string {
  const day = (at: number) => new Date(at).toISOString().slice(0, 10)
  const looks = method === 'anytime' ? 'looked at every day' : 'looked at once, at its end'
  return [
    ...metrics.map(({ sentence }) => plain(sentence)),
    '',
    `${variations} variations, shown at ${plain(event)}, by ${plain(unit)}, ${looks} · ${units.toLocaleString('en')} units from ${day(from)} to ${day(to)}`,
    '',
    ...metrics.map(tablesOf),
  ].join('\n')
}

function tablesOf({ metric, value, effects, durations }: PlannedMetric): string {
  const write = isShare(metric) ? percent : number
  const count = (one: number | undefined) => one?.toLocaleString('en') ?? 'too many'
  const found = printAnswer(
    {
      columns: [`${metric.name} (${write(value)} now): effect`, 'units', 'days'],
      rows: effects.map(({ effect, units, days }) => [percent(effect), count(units), count(days)]),
    },
    'table',
  )
  const after = printAnswer(
    {
      columns: ['days', 'units', 'smallest effect'],
      rows: durations.map(({ days, units, effect }) => [count(days), count(units), percent(effect)]),
    },
    'table',
  )
  return durations.length > 0 ? `${found}\n${after}` : found
}

/** More would need a correction that finds nothing. */
const MOST_VARIATIONS = 20

function variationsIn(text: string): number {
  const count = Number(text)
  if (!Number.isInteger(count) || count < 2 || count > MOST_VARIATIONS)
    throw new InvalidArgumentError(`Write a number from 2 to ${MOST_VARIATIONS}.`)
  return count
}
