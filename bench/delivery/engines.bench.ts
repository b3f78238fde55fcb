import { cpus, loadavg } from 'node:os'
import { test } from '@playwright/test'
import { engineNames } from '../../scripts/engines/engineNames.mjs'
import { writeSection } from '../writeSection.mjs'
import { cell, costOf, playAll, COST_AFTER_MS, COST_CALLS, COST_ROUNDS } from './measure.ts'
import { peers, telltale, versionOf } from './sdks.ts'
import { startEngine } from './stage/engines/startEngine.ts'
import type { Outcome } from './stage/perform.ts'
import { scenarios } from './stage/scenarios.ts'

// npm run bench:delivery -- --engine …: the ten scenarios with Telltale, and what 200 calls cost beside the peers, in each engine.

const wanted = (process.env['BENCH_ENGINES'] ?? '').split(',')

interface Column {
  version: string
  outcomes: readonly Outcome[]
  /** Of Telltale first, then of each peer. */
  costs: readonly number[]
}

test('engines', async () => {
  const columns: Column[] = []
  for (const name of engineNames.filter((one) => wanted.includes(one))) {
    const engine = await startEngine(name)
    const costs: number[] = []
    for (const sdk of [telltale, ...peers]) costs.push(await costOf(engine, sdk))
    columns.push({ version: engine.version, outcomes: await playAll(engine, telltale), costs })
    await engine.close()
  }
  const text = report(columns)
  console.log(text)
  // Side by side, or not at all: figures of different runs are not to be compared.
  if (columns.length === engineNames.length) await writeSection('engines', text)
})

function report(columns: readonly Column[]): string {
  const versions = [...new Set(peers.map((sdk) => `${sdk.package} ${versionOf(sdk)}`))].join(', ')
  const load = (loadavg()[0] ?? NaN).toFixed(0)
  const head = columns.map(({ version }) => version).join(' | ')
  return [
    '## Does the event arrive in other engines?',
    '',
    `\`npm run bench:delivery -- --engine all\`, ${new Date().toISOString().slice(0, 10)}, one run of each; cells as in the table above.`,
    'WebKitGTK shares with Safari what runs pages and stores their data, not its network nor its limits of storage.',
    '',
    `| Telltale | ${head} |`,
    `| --- | ${columns.map(() => '---').join(' | ')} |`,
    ...scenarios.map(({ name, title }, index) => {
      const cells = columns.map(({ outcomes }) => (outcomes[index] ? cell(outcomes[index]) : ''))
      return `| ${name}: ${title} | ${cells.join(' | ')} |`
    }),
    '',
    `What ${COST_CALLS} calls in one task take on the calling thread, in milliseconds, ${COST_AFTER_MS / 1_000} s after the page was opened: the median of`,
    `${COST_ROUNDS} pages. The load average was ${load} on ${cpus().length} cores. ${versions}.`,
    '',
    `| | ${head} |`,
    `| --- | ${columns.map(() => '---:').join(' | ')} |`,
    ...[telltale, ...peers].map(({ title }, index) => {
      const costs = columns.map(({ costs: all }) => (all[index] ?? NaN).toFixed(1))
      return `| ${title} | ${costs.join(' | ')} |`
    }),
  ].join('\n')
}
