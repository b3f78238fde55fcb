import { test } from '@playwright/test'
import { engineNames } from 'stage/engines/engineNames'
import { writeSection } from '../writeSection.mjs'
import { headOf, inEachEngine, versionsOf, type Column } from './inEachEngine.ts'
import type { Cost } from './page/outboxDesigns.ts'
import { bundlePage } from 'stage/bundlePage'
import type { Engine } from 'stage/engines/engine'
import { startPageServer } from 'stage/pageServer'

// npm run bench -- outbox: a record for each event with what is still to be done for it, beside a log with one offset for each destination.

const PAGE = new URL('page/outboxDesigns', import.meta.url).href
const ROUNDS = 5
const CASES = [20, 10_000].flatMap((events) =>
  [1, 5].flatMap((destinations) => (['records', 'log'] as const).map((design) => ({ design, destinations, events }))),
)
const NAMES = { records: 'a record with its tasks', log: 'a log with offsets' }

test('two designs of the outbox', async () => {
  const columns = await inEachEngine(engineNames, measure)
  const text = report(columns)
  console.log(text)
  await writeSection('outbox', text)
})

/** The median round of each case, by its whole time. */
async function measure(engine: Engine): Promise<Cost[]> {
  const server = await startPageServer(await bundlePage(PAGE), { collector: '' })
  const profile = await engine.open()
  const tab = await profile.openTab()
  await tab.goto(server.url)
  await tab.until(() => 'play' in globalThis)
  const costs: Cost[] = []
  for (const round of CASES) {
    const all: Cost[] = []
    for (let played = 0; played < (round.events > 1_000 ? 1 : ROUNDS); played += 1) {
      const play = (one: typeof round) => (globalThis as unknown as { play(one: object): Promise<Cost> }).play(one)
      all.push(await tab.run(play, round))
    }
    const [median] = [...all].sort((a, b) => a.storeMs + a.settleMs - b.storeMs - b.settleMs).slice(all.length / 2)
    if (median) costs.push(median)
    console.log(engine.version, round, median)
  }
  await profile.close()
  await server.close()
  return costs
}

function report(columns: readonly Column<readonly Cost[]>[]): string {
  const operations = CASES.map(({ design, destinations, events }, index) => {
    const { reads = NaN, writes = NaN, transactions = NaN } = columns[0]?.measured[index] ?? {}
    const each = (calls: number) => (calls / events).toFixed(2)
    return `| ${events} | ${destinations} | ${NAMES[design]} | ${each(writes)} | ${each(reads)} | ${each(transactions)} |`
  })
  const times = CASES.map(({ design, destinations, events }, index) => {
    const cells = columns.map(({ measured }) => {
      const { storeMs = NaN, settleMs = NaN } = measured[index] ?? {}
      return `${storeMs.toFixed(0)} + ${settleMs.toFixed(0)}`
    })
    return `| ${events} | ${destinations} | ${NAMES[design]} | ${cells.join(' | ')} |`
  })
  return [
    '## Two designs of the outbox',
    '',
    `\`npm run bench -- outbox\`, ${new Date().toISOString().slice(0, 10)}. Calls of IndexedDB for each event, from storing it to its last destination (the`,
    'same in each engine); and milliseconds to store all events in tasks of fifty, plus those until all destinations have taken them, side by',
    `side in batches of fifty. The median of ${ROUNDS} rounds, and one round of 10,000 events. Deliveries take no time here. ${versionsOf(columns)}.`,
    '',
    '| events | destinations | design | writes | reads | transactions |',
    '| ---: | ---: | --- | ---: | ---: | ---: |',
    ...operations,
    '',
    `| events | destinations | design | ${headOf(columns)} |`,
    `| ---: | ---: | --- | ${columns.map(() => '---:').join(' | ')} |`,
    ...times,
  ].join('\n')
}
