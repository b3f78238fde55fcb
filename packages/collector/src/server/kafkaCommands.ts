import { Command } from 'commander'
import { kafkaAddress } from './kafkaAddress.ts'
import { KAFKA_LOGIN_NAMES, kafkaConnection } from './kafkaConnection.ts'
import { kafkaNames, namedByOption } from './namedByOption.ts'
import { addOptions } from './options/addOptions.ts'
import type { OptionValues } from './options/options.ts'
import { daysIn } from './stores/storeKind.ts'
import { runTopic } from './runTopic.ts'

export const consumeCommand = () =>
  addOptions(new Command('consume'), CONSUME_NAMES, {
    required: ['from', 'store'],
    withoutDefault: ['from', 'store', 'port'],
  })
    .description('Stores the events of a topic of Kafka in PostgreSQL, each once. SIGTERM ends it.')
    .action(async (options: CommandValues<(typeof CONSUME_NAMES)[number]>) => {
      const { from, store: url, schema } = options
      const postgres = { url, schema, ...daysIn(options) }
      const place = { ...kafkaAddress(from), ...(await kafkaConnection(options)) }
      const { kafkaConsumer } = await import('../kafka.ts')
      await runTopic(
        ({ log, onProgress }) =>
          namedByOption(kafkaConsumer({ ...place, postgres, log, onProgress }), kafkaNames('from')),
        { ...options, name: 'consume' },
      )
    })

export const dedupeCommand = () =>
  addOptions(new Command('dedupe'), DEDUPE_NAMES, { required: ['from'], withoutDefault: ['from', 'port'] })
    .description('Copies the events of a topic of Kafka to a clean topic, each once. SIGTERM ends it.')
    .action(async (options: CommandValues<(typeof DEDUPE_NAMES)[number]>) => {
      const { from, clean, transactionalId } = options
      const place = { ...kafkaAddress(from), ...(await kafkaConnection(options)) }
      const { kafkaDedupe } = await import('../kafka.ts')
      const id = transactionalId === undefined ? {} : { transactionalId }
      await runTopic(
        ({ log, onProgress }) =>
          namedByOption(kafkaDedupe({ ...place, clean, ...id, log, onProgress }), kafkaNames('from')),
        { ...options, name: 'dedupe' },
      )
    })

const SERVED = ['port', 'host'] as const
const CONSUME_NAMES = [
  'from',
  'store',
  'schema',
  'retentionDays',
  'consentRetentionDays',
  ...SERVED,
  ...KAFKA_LOGIN_NAMES,
] as const
const DEDUPE_NAMES = ['from', 'clean', 'transactionalId', ...SERVED, ...KAFKA_LOGIN_NAMES] as const

type Name = (typeof CONSUME_NAMES)[number] | (typeof DEDUPE_NAMES)[number]
/** The topic is always named, and the port has no default. */
type CommandValues<Names extends Name> = Omit<OptionValues<Names>, 'from' | 'port'> & {
  readonly from: string
  readonly port?: number
}
