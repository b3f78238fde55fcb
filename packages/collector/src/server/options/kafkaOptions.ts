import { choice, path, text, wholeNumber, yesOrNo } from './optionKinds.ts'
import type { OptionSpec } from './optionSpec.ts'

const KAFKA = ['Kafka', '--kafka'] as const
const OUTLET = ['--kafka'] as const

/** How brokers of Kafka are reached. */
export const KAFKA_LOGIN = {
  kafkaTls: {
    kind: yesOrNo,
    takes: '[answer]',
    does: 'Connects over TLS. A file of certificates switches TLS on, too.',
    otherwise: '`false`',
    of: KAFKA,
  },
  kafkaCa: {
    kind: path,
    takes: '<file>',
    does: 'The certificates of the authorities that are trusted, in PEM.',
    otherwise: 'those of Node',
    of: KAFKA,
  },
  kafkaCert: { kind: path, takes: '<file>', does: 'The certificate of the collector, in PEM.', of: KAFKA },
  kafkaKey: { kind: path, takes: '<file>', does: 'The private key of `--kafka-cert`, in PEM.', of: KAFKA },
  kafkaKeyPassphrase: {
    kind: text,
    takes: '<passphrase>',
    does: 'The passphrase that decrypts `--kafka-key`.',
    isSecret: true,
    of: KAFKA,
  },
  kafkaMechanism: {
    kind: choice('PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512', 'OAUTHBEARER'),
    takes: '<mechanism>',
    does: 'The mechanism of SASL by which the collector logs in.',
    otherwise: 'no login',
    of: KAFKA,
  },
  kafkaUsername: { kind: text, takes: '<name>', does: 'The user who logs in.', of: KAFKA },
  kafkaPassword: { kind: text, takes: '<password>', does: 'The password of the user.', isSecret: true, of: KAFKA },
  kafkaToken: { kind: text, takes: '<token>', does: 'The token of `OAUTHBEARER`.', isSecret: true, of: KAFKA },
} satisfies Readonly<Record<string, OptionSpec>>

/** The topic beside a store. */
export const KAFKA_OUTLET = {
  kafka: {
    kind: text,
    takes: '<address>',
    does: 'Events are also written to this topic of Kafka, such as `kafka://one:9092,two:9092/events`.',
  },
  kafkaName: {
    kind: text,
    takes: '<name>',
    does: 'The name of the transactions, and of the consumer group that keeps the position. Collectors with separate stores need separate names.',
    otherwise: '`telltale-outlet-<kind of store>-<topic>`',
    of: OUTLET,
  },
  kafkaEveryMs: {
    kind: wholeNumber(1, 3_600_000),
    takes: '<milliseconds>',
    does: 'How often the store is asked for new events.',
    default: 1000,
    of: OUTLET,
  },
  kafkaTakeOverMs: {
    kind: wholeNumber(1000, 3_600_000),
    takes: '<milliseconds>',
    does: 'Another collector takes over when the one that writes to the topic has been silent for so long.',
    default: 30_000,
    of: OUTLET,
  },
} satisfies Readonly<Record<string, OptionSpec>>

/** Of the commands `consume` and `dedupe`. */
export const KAFKA_COPIES = {
  from: {
    kind: text,
    takes: '<address>',
    does: 'The topic of the collector, such as `kafka://one:9092,two:9092/telltale-raw`.',
  },
  clean: { kind: text, takes: '<topic>', does: 'The clean topic of `dedupe`.', default: 'telltale-clean' },
  transactionalId: {
    kind: text,
    takes: '<name>',
    does: 'The name under which `dedupe` works: of two with the same name, the older one ends.',
    otherwise: '`telltale-dedupe-<topic>`',
  },
} satisfies Readonly<Record<string, OptionSpec>>
