import { Command } from 'commander'
import { pino } from 'pino'
import type { Log } from '../collectorOptions.ts'
import { kafkaAddress } from './kafkaAddress.ts'
import { option } from './option.ts'

const from = () =>
  option(
    '--from <address>',
    'the topic of the collector, such as kafka://one:9092,two:9092/telltale-raw',
  ).makeOptionMandatory()

export const consumeCommand = () =>
  new Command('consume')
    .description('Stores the events of a topic of Kafka in PostgreSQL, each once. SIGTERM ends it.')
    .addOption(from())
    .addOption(option('--store <url>', 'such as postgres://collector@db.example.com/telltale').makeOptionMandatory())
    .action(async ({ from: address, store }: { readonly from: string; readonly store: string }) => {
      const { kafkaConsumer } = await import('../kafka.ts')
      await runUntilToldToEnd(
        await kafkaConsumer({ ...kafkaAddress(address), postgres: { url: store }, log: createLog() }),
      )
    })

export const dedupeCommand = () =>
  new Command('dedupe')
    .description('Copies the events of a topic of Kafka to a clean topic, each once. SIGTERM ends it.')
    .addOption(from())
    .addOption(option('--clean <topic>', 'the clean topic').default('telltale-clean'))
    .action(async ({ from: address, clean }: { readonly from: string; readonly clean: string }) => {
      const { kafkaDedupe } = await import('../kafka.ts')
      await runUntilToldToEnd(await kafkaDedupe({ ...kafkaAddress(address), clean, log: createLog() }))
    })

function createLog(): Log {
  const logger = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime })
  return (level, message, fields = {}) => logger[level](fields, message)
}

interface Running {
  readonly ended: Promise<void>
  stop(): Promise<void>
}

async function runUntilToldToEnd(running: Running): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => void running.stop())
  await running.ended
}
