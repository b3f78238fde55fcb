import type { Kafka } from './loadKafka.ts'
import type { KafkaSettings } from './readOptions.ts'

/** What a topic is like now. */
export interface Topic {
  readonly name: string
  readonly partitions: number
  /** How many brokers there are. */
  readonly brokers: number
  /** How many brokers must have a record before it is acknowledged. */
  readonly minInsync: number
  /** For how long records are kept, in milliseconds. `Infinity` without a limit. */
  readonly retentionMs: number
  /** The largest batch of records of one partition, in bytes. */
  readonly maxMessageBytes: number
}

/** What nobody but the operator can mend: the brokers have answered, and said no. */
export class WrongSetting extends Error {
  override readonly name = 'WrongSetting'
}

/** What Kafka has when nothing is set. */
const DEFAULTS = { minInsync: 1, retentionMs: 7 * 86_400_000, maxMessageBytes: 1_048_588 }

/** A topic is looked at within a few seconds, or not at all: something waits. */
const IN_A_HURRY = { timeout: 2_000, connectTimeout: 2_000, requestTimeout: 3_000, retries: 2, retryDelay: 250 }

/** @throws `WrongSetting` if there is no such topic or login, or another error if no broker says so */
export async function readTopic(
  { Admin, AuthenticationError, ConfigResourceTypes, findErrorBy }: Kafka,
  { client, log }: KafkaSettings,
  name: string,
): Promise<Topic> {
  const admin = new Admin({ ...client, ...IN_A_HURRY })
  try {
    const { topics, brokers } = await admin.metadata({ topics: [name] })
    const partitions = topics.get(name)?.partitionsCount ?? 0
    const common = { name, partitions, brokers: brokers.size }
    try {
      const [found] = await admin.describeConfigs({
        resources: [
          {
            resourceType: ConfigResourceTypes.TOPIC,
            resourceName: name,
            configurationKeys: ['min.insync.replicas', 'retention.ms', 'max.message.bytes'],
          },
        ],
      })
      return { ...common, ...settingsIn(found?.configs ?? []) }
    } catch (error) {
      if (!(error instanceof Error && findErrorBy(error, 'apiId', 'TOPIC_AUTHORIZATION_FAILED'))) throw error
      log('warn', 'The settings of the topic could not be checked: the right DescribeConfigs is missing.', {
        topic: name,
      })
      return { ...common, ...DEFAULTS }
    }
  } catch (error) {
    if (/Unknown topic/.test(String(error)))
      throw new WrongSetting(`There is no topic ${name}: it has to be made before.`, { cause: error })
    if (isRefusal(error, AuthenticationError.code))
      throw new WrongSetting(
        `The setting "sasl" is wrong: the brokers do not accept this login with ${client.sasl?.mechanism}.`,
        { cause: error },
      )
    throw error
  } finally {
    await admin.close().catch(() => undefined)
  }
}

/** The client wraps errors in others, and does not look into causes itself. */
function isRefusal(error: unknown, code: string): boolean {
  if (!(error instanceof Error)) return false
  // Whoever gives tokens may be back in a moment.
  if ('code' in error && error.code === code) return !error.message.includes('provider')
  const inside = error instanceof AggregateError ? error.errors : []
  return [error.cause, ...inside].some((one) => isRefusal(one, code))
}

function settingsIn(configs: readonly { readonly name: string; readonly value: string | null | undefined }[]) {
  const valueOf = (name: string, otherwise: number) => {
    const value = configs.find((config) => config.name === name)?.value
    return value === undefined || value === null ? otherwise : Number(value)
  }
  const retentionMs = valueOf('retention.ms', DEFAULTS.retentionMs)
  return {
    minInsync: valueOf('min.insync.replicas', DEFAULTS.minInsync),
    retentionMs: retentionMs < 0 ? Infinity : retentionMs,
    maxMessageBytes: valueOf('max.message.bytes', DEFAULTS.maxMessageBytes),
  }
}
