import type { ConnectionOptions } from 'node:tls'
import type { Log } from '../collectorOptions.ts'

/** How to reach Kafka. */
export interface KafkaOptions {
  /** Some of the brokers, such as `['kafka-1.example.com:9092']`: they know the others. */
  readonly brokers: readonly string[]
  /** The topic of the events as they arrive. It must exist. `telltale-raw` when left out. */
  readonly topic?: string
  /** `true` for TLS, or the options of `node:tls`, such as certificates. Plain connections when left out. */
  readonly ssl?: boolean | ConnectionOptions
  readonly sasl?: KafkaLogin
  readonly log?: Log
}

/** How a broker gets to know who connects. */
export type KafkaLogin =
  | {
      readonly mechanism: 'PLAIN' | 'SCRAM-SHA-256' | 'SCRAM-SHA-512'
      readonly username: string
      readonly password: string
    }
  | { readonly mechanism: 'OAUTHBEARER'; readonly token: string | (() => string | Promise<string>) }

/** The options, complete and checked. */
export interface KafkaSettings {
  readonly topic: string
  readonly log: Log
  /** What every client of the brokers needs. */
  readonly client: {
    readonly clientId: string
    readonly bootstrapBrokers: string[]
    readonly tls?: ConnectionOptions
    readonly sasl?: KafkaLogin
  }
}

const BROKER = /^(\[[\da-f:]+\]|[\w.-]+):\d{1,5}$/i
const TOPIC = /^[\w.-]{1,249}$/

/** @throws an error whose message names the setting and what it must be, and has no password */
export function readOptions({ brokers, topic = 'telltale-raw', ssl, sasl, log }: KafkaOptions): KafkaSettings {
  if (brokers.length === 0 || !brokers.every((broker) => BROKER.test(broker)))
    throw new Error('The setting "brokers" must be a list of hosts with ports, such as kafka-1.example.com:9092.')
  return {
    topic: topicIn(topic, 'topic'),
    log: log ?? (() => undefined),
    client: {
      clientId: 'telltale-collector',
      bootstrapBrokers: [...brokers],
      ...(ssl !== undefined && ssl !== false && { tls: ssl === true ? {} : ssl }),
      ...(sasl && { sasl }),
    },
  }
}

/** @throws an error whose message names the setting */
export function topicIn(topic: string, setting: string): string {
  if (TOPIC.test(topic) && topic !== '.' && topic !== '..') return topic
  throw new Error(`The setting "${setting}" must be the name of a topic: letters, digits, dots, "_" and "-".`)
}
