import { cpus, loadavg } from 'node:os'
import { test } from '@playwright/test'
import { engineNames } from './stage/engines/engineNames.mjs'
import { writeSection } from '../writeSection.mjs'
import { chosenEngines, headOf, inEachEngine, versionsOf, type Column } from './inEachEngine.ts'
import { costOf, COST_AFTER_MS, COST_CALLS } from './measure.ts'
import { peers, telltale, versionOf } from './sdks.ts'

// npm run bench:delivery -- --engine …: what 200 calls cost with Telltale and its peers, in each engine.

/** The pages of which the median is taken, of each SDK in each engine. */
const ROUNDS = 3

test('costs in each engine', async () => {
  const columns = await inEachEngine(chosenEngines, async (engine) => {
    /** Of Telltale first, then of each peer. */
    const costs: number[] = []
    for (const sdk of [telltale, ...peers]) {
      costs.push(await costOf(engine, sdk, ROUNDS))
      console.log(`${engine.version}, ${sdk.title}: ${costs.at(-1)?.toFixed(1)} ms`)
    }
    return costs
  })
  const text = report(columns)
  console.log(text)
  // Figures of different runs are not comparable.
  if (columns.length === engineNames.length) await writeSection('engine-costs', text)
})

function report(columns: readonly Column<readonly number[]>[]): string {
  const versions = [...new Set(peers.map((sdk) => `${sdk.package} ${versionOf(sdk)}`))].join(', ')
  const load = (loadavg()[0] ?? NaN).toFixed(0)
  return [
    '## What do calls cost in other engines?',
    '',
    `\`npm run bench:delivery -- --engine all\`, ${new Date().toISOString().slice(0, 10)}. What ${COST_CALLS} calls in one task take on the calling thread, in`,
    `milliseconds, ${COST_AFTER_MS / 1_000} s after the page was opened: the median of ${ROUNDS} pages. The load average was ${load} on ${cpus().length} cores. ${versionsOf(columns)}, ${versions}.`,
    '',
    `| | ${headOf(columns)} |`,
    `| --- | ${columns.map(() => '---:').join(' | ')} |`,
    ...[telltale, ...peers].map(({ title }, index) => {
      const costs = columns.map(({ measured }) => (measured[index] ?? NaN).toFixed(1))
      return `| ${title} | ${costs.join(' | ')} |`
    }),
  ].join('\n')
}
