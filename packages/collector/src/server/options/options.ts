import { DOOR } from './doorOptions.ts'
import { KAFKA_COPIES, KAFKA_LOGIN, KAFKA_OUTLET } from './kafkaOptions.ts'
import { LIMITS } from './limitOptions.ts'
import type { Kind } from './optionKinds.ts'
import type { OptionSpec } from './optionSpec.ts'
import { PARQUET } from './parquetOptions.ts'
import { RUNNING } from './runningOptions.ts'
import { STORE } from './storeOptions.ts'

/** The options under the headings of `--help` and of the documentation. */
export const GROUPS = {
  Running: RUNNING,
  'Who may post': DOOR,
  Store: STORE,
  Limits: LIMITS,
  'Parquet files beside the store': PARQUET,
  'Kafka beside the store': KAFKA_OUTLET,
  'Connections to Kafka': KAFKA_LOGIN,
  'The commands consume and dedupe': KAFKA_COPIES,
} satisfies Readonly<Record<string, Readonly<Record<string, OptionSpec>>>>

/**
 * Every option by its name in code and in the configuration file. From this table come the arguments, the variables of the environment,
 * the configuration file, `--help` and the page of the documentation.
 */
const START = { ...RUNNING, ...DOOR, ...STORE, ...LIMITS, ...PARQUET, ...KAFKA_OUTLET, ...KAFKA_LOGIN }
const OPTIONS = { ...START, ...KAFKA_COPIES }

export type OptionName = keyof typeof OPTIONS
type ValueOf<Name extends OptionName> = (typeof OPTIONS)[Name]['kind'] extends Kind<infer Value> ? Value : never
type WithDefault = {
  [Name in OptionName]: (typeof OPTIONS)[Name] extends { default: unknown } ? Name : never
}[OptionName]

/** What was set, or is the default. */
export type OptionValues<Name extends OptionName = OptionName> = {
  readonly [One in Name & WithDefault]: ValueOf<One>
} & { readonly [One in Exclude<Name, WithDefault>]?: ValueOf<One> }

export const OPTION_NAMES = Object.keys(OPTIONS) as readonly OptionName[]

/** The options of what starts the collector. */
export const START_NAMES = Object.keys(START) as readonly (keyof typeof START)[]

export const isOptionName = (name: string): name is OptionName => Object.hasOwn(OPTIONS, name)

export const specOf = (name: OptionName): OptionSpec => OPTIONS[name]

/** `retentionDays` as an argument is `--retention-days`. */
export const argumentOf = (name: string): string =>
  `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
