import { existsSync, writeFileSync } from 'node:fs'
import { Command } from 'commander'
import { incomingEvent } from '../door/incomingEvent.ts'
import { MADE_EXPERIMENTS, MADE_METRICS, madeEvents } from '../experiment/madeEvents.ts'
import { sqliteStore } from '../sqlite.ts'
import type { IncomingEvent } from '../store/store.ts'

/** Events in one batch. */
const BATCH = 1_000

export const demoCommand = () =>
  new Command('demo')
    .description(
      'Makes a store with the events of 2,000 made people of 40 companies, and three experiments whose truth is known.',
    )
    .option('--store <file>', 'the file to make', 'telltale-demo.db')
    .option('--metrics <file>', 'the file of metrics to make', 'metrics.json')
    .action(demo)

async function demo({ store: file, metrics }: { readonly store: string; readonly metrics: string }): Promise<void> {
  for (const one of [file, metrics]) if (existsSync(one)) throw new Error(`${one} exists already. Name another file.`)
  const store = await sqliteStore({ file })
  let batch: IncomingEvent[] = []
  let count = 0
  const receivedAt = Date.now()
  const write = async () => {
    const about = { app: { name: 'Rental Desk', platform: 'web', promotion: 'production' }, destination: 'collector' }
    await store.append({
      ...about,
      engine: 'chromium',
      release: '',
      receivedAt,
      clockAheadMs: 0,
      events: batch,
      pages: [],
    })
    count += batch.length
    batch = []
  }
  try {
    for (const event of madeEvents(receivedAt)) if (batch.push(incomingEvent(event)) === BATCH) await write()
    await write()
  } finally {
    await store.close()
  }
  writeFileSync(metrics, `${JSON.stringify(MADE_METRICS, null, 2)}\n`)
  const flags = MADE_EXPERIMENTS.map(({ flag }) => flag)
  console.log(
    `${file} has ${count.toLocaleString('en')} events, and ${metrics} their metrics. Ask: telltale-collector experiment ${flags[0]} --store ${file} --metrics ${metrics}`,
  )
  console.log(`The other experiments are ${flags.slice(1).join(' and ')}.`)
}
