import { resolve } from 'node:path'
import { Command, InvalidArgumentError, Option } from 'commander'
import { createJiti } from 'jiti'
import { flagReads } from '../flags/flagReads.ts'
import { type UnusedFlag, unusedFlags } from '../flags/unusedFlags.ts'
import { addOptions } from './options/addOptions.ts'
import { openReader } from './stores/stores.ts'

interface UnusedOptions {
  readonly store?: string
  readonly schema: string
  readonly folder?: string
  readonly flags: string
  readonly export: string
  readonly source: string
  readonly days: number
  readonly format: 'text' | 'json'
}

export const flagsCommand = () =>
  new Command('flags').description('Says which flags may be removed.').addCommand(unusedCommand())

const unusedCommand = () =>
  addOptions(new Command('unused'), ['store', 'schema'], { withoutDefault: ['store'] })
    .description(
      'Lists the flags that no source file names, that nobody was shown, or that have had one value for some days. Exits with 1 if there are any.',
    )
    .requiredOption('--flags <module>', 'the file of JavaScript or TypeScript with what defineFlags() has returned')
    .option('--export <name>', 'what the module exports it as', 'flags')
    .option('--source <folder>', 'the folder with your sources', 'src')
    .option('--folder <folder>', 'the Parquet files of the store: only what is not there yet is read from the store')
    .addOption(new Option('--days <count>', 'for how long a flag has had one value').argParser(countIn).default(30))
    .addOption(
      new Option('--format <format>', 'text for people, json for programs').choices(['text', 'json']).default('text'),
    )
    .action(unused)

async function unused(options: UnusedOptions): Promise<void> {
  const { store: place, schema, folder, flags: file, source: sources, days, format } = options
  const module: Record<string, unknown> = await createJiti(import.meta.url).import(resolve(file))
  const defined = module[options.export]
  if (typeof defined !== 'object' || defined === null)
    throw new Error(`${file} has no export "${options.export}" with definitions of flags. Set --export.`)
  const keys = Object.keys(defined)
  const store = place === undefined ? undefined : await openReader({ store: place, schema })
  try {
    const events = { ...(store && { store }), ...(folder !== undefined && { folder }) }
    const found = await unusedFlags({
      ...{ keys, days, now: Date.now(), reads: flagReads(keys, sources, [file]) },
      ...(Object.keys(events).length > 0 && { source: events }),
    })
    process.stdout.write(format === 'json' ? `${JSON.stringify(found, null, 2)}\n` : textOf(found, keys.length))
    if (found.length > 0) process.exitCode = 1
  } finally {
    await store?.close()
  }
}

function textOf(found: readonly UnusedFlag[], all: number): string {
  if (found.length === 0) return `All ${all} flags are used.\n`
  return found
    .map(({ flag, sentences, reads }) => {
      const places = reads.map(({ file, line }) => `  ${file}:${line}\n`).join('')
      return `${flag}: ${sentences.join(' ')}\n${places}`
    })
    .join('')
}

function countIn(text: string): number {
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1) throw new InvalidArgumentError('Write a whole number of days.')
  return count
}
