import { Command } from 'commander'
import { pino } from 'pino'
import type { Log } from '../collectorOptions.ts'
import { kafkaAddress } from './kafkaAddress.ts'
import { KAFKA_LOGIN_NAMES, kafkaConnection } from './kafkaConnection.ts'
import { kafkaNames, namedByOption } from './namedByOption.ts'
import { addOptions } from './options/addOptions.ts'
import type { OptionValues } from './options/options.ts'

export const consumeCommand = () =>
  addOptions(new Command('consume'), CONSUME_NAMES, { required: ['from', 'store'] })
    .description('Stores the events of a topic of Kafka in PostgreSQL, each once. SIGTERM ends it.')
    .action(async (options: OptionValues<(typeof CONSUME_NAMES)[number]> & { readonly from: string }) => {
      const { from, store: url, schema, retentionDays } = options
      const postgres = { url, schema, ...(retentionDays !== undefined && { retentionDays }) }
      const place = { ...kafkaAddress(from), ...(await kafkaConnection(options)) }
      const { kafkaConsumer } = await import('../kafka.ts')
      const starting = kafkaConsumer({ ...place, postgres, log: createLog() })
      await runUntilToldToEnd(await namedByOption(starting, kafkaNames('from')))
    })

export const dedupeCommand = () =>
  addOptions(new Command('dedupe'), DEDUPE_NAMES, { required: ['from'] })
    .description('Copies the events of a topic of Kafka to a clean topic, each once. SIGTERM ends it.')
    .action(async (options: OptionValues<(typeof DEDUPE_NAMES)[number]> & { readonly from: string }) => {
      const { from, clean, transactionalId } = options
      const place = { ...kafkaAddress(from), ...(await kafkaConnection(options)) }
      const { kafkaDedupe } = await import('../kafka.ts')
      const name = transactionalId === undefined ? {} : { transactionalId }
      const starting = kafkaDedupe({ ...place, clean, ...name, log: createLog() })
      await runUntilToldToEnd(await namedByOption(starting, kafkaNames('from')))
    })

const CONSUME_NAMES = ['from', 'store', 'schema', 'retentionDays', ...KAFKA_LOGIN_NAMES] as const
const DEDUPE_NAMES = ['from', 'clean', 'transactionalId', ...KAFKA_LOGIN_NAMES] as const

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
