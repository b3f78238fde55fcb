import type { Kind } from './optionKinds.ts'

/** What an option concerns: a store, or what `--kafka` or `--parquet` starts beside it. */
export type Part = 'SQLite' | 'PostgreSQL' | 'Kafka' | '--kafka' | '--parquet'

/** One option, as a table of options has it under its name in code. */
export interface OptionSpec<Value = unknown> {
  readonly kind: Kind<Value>
  /** What stands for the value, such as `<port>`. In square brackets it may be left out, and is then `true`. */
  readonly takes: `<${string}>` | `[${string}]`
  /** What it does, in Markdown without links: a sentence or two. */
  readonly does: string
  readonly default?: Value
  /** What holds when it is not set, if that is no value of it. */
  readonly otherwise?: string
  /** No message quotes it, also not when it is wrong. */
  readonly isSecret?: boolean
  /** The option has an effect only with one of these. With any when absent. */
  readonly of?: readonly Part[]
}
