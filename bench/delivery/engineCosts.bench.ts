import { cpus, loadavg } from 'node:os'
import { test } from '@playwright/test'
import { engineNames } from 'stage/engines/engineNames'
import { writeSection } from '../writeSection.mjs'
import { chosenEngines, headOf, inEachEngine, versionsOf, type Column } from './inEachEngine.ts'
import { costBesideStorage, costOf, COST_AFTER_MS, COST_CALLS } from './measure.ts'
import { peers, telltale, versionOf } from './sdks.ts'

// npm run bench -- delivery --engine …: what 200 calls cost with Telltale and its peers, in each engine.

/** The pages of which the median is taken, of each SDK in each engine. */
const ROUNDS = 3

interface Costs {
  /** Of Telltale first, then of each peer, in milliseconds. */
  costs: readonly number[]
  /** What Telltale writes, written alone, in milliseconds. */
  bare: number
  /** Telltale's calls divided by that. */
  ratio: number
}

test('costs in each engine', async () => {
  const columns = await inEachEngine(chosenEngines, async (engine) => {
    /** Of Telltale first, then of each peer. */
    const beside = await costBesideStorage(engine)
    const ratio = beside.calls / beside.bare
    console.log(`${engine.version}: ${beside.calls.toFixed(1)} ms, ${ratio.toFixed(2)} × the bare writes`)
    const costs: number[] = []
    for (const sdk of [telltale, ...peers]) {
      costs.push(await costOf(engine, sdk, ROUNDS))
      console.log(`${engine.version}, ${sdk.title}: ${costs.at(-1)?.toFixed(1)} ms`)
    }
    return { costs, ratio, bare: beside.bare }
  })
  const text = report(columns)
  console.log(text)
  // Figures of different runs are not comparable.
  if (columns.length === engineNames.length) await writeSection('engine-costs', text)
})

const rowOf = (title: string, columns: readonly Column<Costs>[], cell: (costs: Costs) => string) =>
  `| ${title} | ${columns.map(({ measured }) => cell(measured)).join(' | ')} |`

function report(columns: readonly Column<Costs>[]): string {
  const versions = [...new Set(peers.map((sdk) => `${sdk.package} ${versionOf(sdk)}`))].join(', ')
  const load = (loadavg()[0] ?? NaN).toFixed(0)
  return [
    '## What do calls cost in other engines?',
    '',
    `\`npm run bench -- delivery --engine all\`, ${new Date().toISOString().slice(0, 10)}. What ${COST_CALLS} calls in one task take on the calling thread, in`,
    `milliseconds, ${COST_AFTER_MS / 1_000} s after the page was opened: the median of ${ROUNDS} pages. The load average was ${load} on ${cpus().length} cores. ${versionsOf(columns)}, ${versions}.`,
    '',
    `| | ${headOf(columns)} |`,
    `| --- | ${columns.map(() => '---:').join(' | ')} |`,
    ...[telltale, ...peers].map(({ title }, index) =>
      rowOf(title, columns, ({ costs }) => (costs[index] ?? NaN).toFixed(1)),
    ),
    rowOf('What Telltale writes, by `localStorage.setItem` alone', columns, ({ bare }) => bare.toFixed(1)),
    rowOf('Telltale ÷ the writes alone', columns, ({ ratio }) => `${ratio.toFixed(2)} ×`),
  ].join('\n')
}
