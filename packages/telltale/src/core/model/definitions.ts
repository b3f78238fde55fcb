import type { StandardSchema } from './standardSchema.ts'

/** What an application knows of one of its flags. */
export interface FlagDefinition {
  /** What a reader gets while the flag is unknown. Without one, each call names its fallback. */
  readonly default?: unknown
  /** All values that the flag can have: its type is their union. */
  readonly variations?: readonly unknown[]
}

/** Flags by their key, as it is written in the flag service. */
export type FlagDefinitions = Readonly<Record<string, FlagDefinition>>

/** For each event, the schema of its properties, by the event's name. */
export type EventDefinitions = Readonly<Record<string, StandardSchema<object, unknown>>>

/** What an application knows of its flags and events: `defineFlags` and `defineEvents` write it. */
export interface Definitions {
  readonly flags?: FlagDefinitions
  readonly events?: EventDefinitions
}
