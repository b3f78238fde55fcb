import { cpus, loadavg } from 'node:os'
import { test } from '@playwright/test'
import { writeSection } from '../writeSection.mjs'
import { peers, telltale, versionOf, type Sdk } from './sdks.ts'
import { cell, costOf, playAll, COST_AFTER_MS, COST_CALLS, COST_ROUNDS } from './measure.ts'
import { startEngine } from 'stage/engines/startEngine'
import type { Outcome } from 'stage/perform'
import { scenarios } from 'stage/scenarios'

// npm run bench -- delivery: the ten scenarios with Telltale and its peers, and what 200 calls cost.

const RUNS_OF_TELLTALE = 3
/** SDKs that are played at the same time, each in a profile of its own: scenarios are mostly waiting. */
const AT_ONCE = 3

interface Row extends Sdk {
  cost: number
  outcomes: readonly Outcome[]
}

test('delivery', async () => {
  const engine = await startEngine('chromium')
  const runs = [
    ...Array.from({ length: RUNS_OF_TELLTALE }, (_, run) => ({ ...telltale, title: `Telltale, run ${run + 1}` })),
    ...peers,
  ]
  const costs: number[] = []
  for (const sdk of runs) costs.push(await costOf(engine, sdk))

  const rows: Row[] = []
  const queue = [...runs.entries()]
  async function work() {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [index, sdk] = next
      rows[index] = { ...sdk, cost: costs[index] ?? NaN, outcomes: await playAll(engine, sdk) }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  await writeSection('delivery', report(rows, engine.version))
  await engine.close()
})

function report(rows: readonly Row[], version: string): string {
  const versions = [...new Set(peers.map((sdk) => `${sdk.package} ${versionOf(sdk)}`))].join(', ')
  return [
    '## Does the event arrive?',
    '',
    `\`npm run bench -- delivery\`, ${new Date().toISOString().slice(0, 10)}, ${version}, ${versions}; each at its default settings, with`,
    'the endpoint, compression, autocapture and remote configuration set so that nothing leaves the machine and bodies can be read.',
    'A cell says how many events were taken with a 2xx before the site was visited again → in the end, of how many that were tracked;',
    '`+n` are copies on the wire, which servers drop that know an event’s id. One more event is tracked at the next visit. The last column',
    `is what ${COST_CALLS} calls in one task take on the calling thread, ${COST_AFTER_MS / 1_000} s after the page was opened: the median of ${COST_ROUNDS} pages.`,
    `The load average was ${(loadavg()[0] ?? NaN).toFixed(0)} on ${cpus().length} cores: on a busy machine times count within one run only, and answers come late.`,
    '',
    `| | ${scenarios.map(({ name }) => name).join(' | ')} | ${COST_CALLS} calls, ms |`,
    `| --- | ${scenarios.map(() => '---').join(' | ')} | ---: |`,
    ...rows.map(({ title, cost, outcomes }) => `| ${title} | ${outcomes.map(cell).join(' | ')} | ${cost.toFixed(1)} |`),
    '',
    ...scenarios.map(({ name, title }) => `- ${name}: ${title}`),
  ].join('\n')
}
