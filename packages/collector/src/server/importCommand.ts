import { realpathSync } from 'node:fs'
import { Command } from 'commander'
import { type ImportCounts, importEvents } from '../import/importEvents.ts'
import { importNumbers } from '../import/importNumbers.ts'
import { type ImportSource, openSource } from './importSource.ts'
import type { ImportTarget } from './stores/storeKind.ts'
import { openTarget } from './stores/stores.ts'
import { fileOf, schemeOf } from './stores/schemeOf.ts'
import { addOptions } from './options/addOptions.ts'
import type { OptionValues } from './options/options.ts'

const NAMES = ['store', 'schema', 'retentionDays', 'maxBytes'] as const

export interface ImportOptions extends OptionValues<(typeof NAMES)[number]> {
  readonly sourceSchema?: string
  readonly ordersOnly?: boolean
}

export const importCommand = () =>
  addOptions(new Command('import'), NAMES, { required: ['store'] })
    .description(
      'Stores the events of another place in SQLite or PostgreSQL, each once. Who was deleted in a store stays deleted. It can be run again at any time.',
    )
    .argument(
      '<source>',
      'a file of SQLite, postgres://…, a folder that --parquet has written, or a file of exported JSON lines',
    )
    .option('--source-schema <name>', 'the schema of a source in PostgreSQL (default: that of --schema)')
    .option('--orders-only', 'only take over who was deleted, before "consume" stores the events of a topic')
    .action(run)

async function run(place: string, options: ImportOptions): Promise<void> {
  checkOther(place, options)
  const source = await openSource(place, options.sourceSchema ?? options.schema)
  try {
    const orders = await source.store?.orders()
    if (options.ordersOnly && !orders)
      throw new Error('Only a store has deletions. Name a file of SQLite or postgres://….')
    const target = await openTarget(options, source.store?.retentionDays)
    const taken = orders ? await target.takeOrders(orders) : 0
    if (options.ordersOnly) return console.log(takenText(taken))
    const counts = await copy(source, target)
    console.log(sentenceOf(counts, { taken, hasNewer: (await source.store?.hasNewer()) ?? false }))
  } finally {
    await source.close()
  }
}

/** A store that is imported into itself has all of its events already, and its numbers twice in what is to be counted. */
function checkOther(place: string, { store, schema, sourceSchema = schema }: ImportOptions): void {
  const nameOf = (one: string) => {
    if (schemeOf(one) !== 'file') return one
    try {
      return realpathSync(fileOf(one))
    } catch {
      return fileOf(one)
    }
  }
  if (nameOf(place) === nameOf(store) && (schemeOf(store) === 'file' || schema === sourceSchema))
    throw new Error('The source and --store are the same. Set --store to the store that gets the events.')
}

/** The most events that are named when they are refused. */
const MOST_NAMED = 10
const EVERY_MS = 1000
const DAY_MS = 24 * 3_600_000

async function copy(source: ImportSource, target: ImportTarget): Promise<ImportCounts> {
  const store = await target.open()
  let named = 0
  let toldAt = Date.now()
  const isTold = process.stderr.isTTY
  try {
    const counts = await importEvents(source.events(), store, {
      // Those that arrived before would be deleted at once.
      oldest: Date.now() - (await target.retentionDays()) * DAY_MS,
      onProgress(soFar) {
        if (!isTold || Date.now() - toldAt < EVERY_MS) return
        toldAt = Date.now()
        process.stderr.write(`\r${countsOf(soFar)}`)
      },
      onRefused(problem) {
        named += 1
        if (named <= MOST_NAMED) console.error(problem)
      },
    })
    if (source.store) await importNumbers(await source.store.numbers(), store)
    return counts
  } finally {
    if (isTold) process.stderr.write('\r\u001B[K')
    await store.close()
  }
}

const countsOf = ({ new: added, known, erased, refused, tooOld }: ImportCounts) =>
  `${added} new, ${known} known, ${erased} erased, ${refused} refused${tooOld > 0 ? `, ${tooOld} too old` : ''}`

const takenText = (count: number) => `Deletions that were taken over: ${count}.`

function sentenceOf(counts: ImportCounts, { taken, hasNewer }: { taken: number; hasNewer: boolean }): string {
  return [
    `Events: ${countsOf(counts)}.`,
    counts.new === 0 && 'Nothing new was stored.',
    taken > 0 && takenText(taken),
    counts.tooOld > 0 && 'The store does not keep events for so long: set --retention-days, and run the command again.',
    hasNewer && 'The source has newer events: run the command again.',
  ]
    .filter((one) => one !== false)
    .join(' ')
}
