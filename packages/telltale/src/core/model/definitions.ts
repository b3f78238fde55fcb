/**
 * A schema of zod, valibot, arktype or any other library that follows the Standard Schema. This is the part of the
 * standard that is used here, copied as its authors ask for: https://standardschema.dev
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  /** The properties of the standard, version 1. */
  readonly '~standard': {
    /** The version of the standard. */
    readonly version: 1
    /** The name of the library of the schema. */
    readonly vendor: string
    /** Returns the accepted value, or why the value is not accepted. */
    readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>
    /** Used for types only. It has no value at run time. */
    readonly types?: { readonly input: Input; readonly output: Output } | undefined
  }
}

/** The result of a validation: either issues, or the accepted value. */
export type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] }

/** A reason why a value does not fit its schema. */
export interface SchemaIssue {
  /** What is wrong, in a sentence for developers. */
  readonly message: string
  /** The keys that lead to the wrong part of the value. Absent for the value itself. */
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

/** The definition of one flag of an application. */
export interface FlagDefinition {
  /** The value that a reader gets while the flag is unknown. Without a default, each call passes its own fallback. */
  readonly default?: unknown
  /** All values that the flag can have. Its type is their union. */
  readonly variations?: readonly unknown[]
  /**
   * By whom the flag divides its users, for the step `exposures()`: a kind of `identity.accounts`, such as `company`. A user without such
   * an account, and a flag that does not say it, is divided by the person, or the visitor while nobody is signed in.
   */
  readonly unit?: string
  /**
   * What the step `exposures()` records. `on-read`, when absent: each read that can be shown, as for the flag service. `manual`: calls of
   * `recordExposure` only. `never`: nothing.
   */
  readonly exposure?: 'on-read' | 'manual' | 'never'
}

/** The definitions of flags by their keys, as they are written in the flag service. */
export type FlagDefinitions = Readonly<Record<string, FlagDefinition>>

/** The schemas of event properties, by the names of the events. */
export type EventDefinitions = Readonly<Record<string, StandardSchema<object, unknown>>>

/** The flags and events of an application, as `defineFlags` and `defineEvents` return them. */
export interface Definitions {
  /** From `defineFlags`. */
  readonly flags?: FlagDefinitions | undefined
  /** From `defineEvents`, or schemas by the names of the events. */
  readonly events?: EventDefinitions | undefined
}

/** A value whose literal type is inferred. */
type Literal = string | number | boolean | null

/** Infers the literal type `'classic'` instead of `string`, and leaves the type of an object as it is. */
interface Definition<D extends Literal, V extends Literal> extends Pick<FlagDefinition, 'unit' | 'exposure'> {
  /** The value that a reader gets while the flag is unknown. */
  readonly default?: D | object
  /** All values that the flag can have. */
  readonly variations?: readonly (V | object)[]
}

/** The default must be one of the variations, if these are given. */
type Checked<F> = {
  [K in keyof F]: F[K] extends { readonly variations: readonly (infer V)[] } ? { readonly default?: V } : unknown
}

/**
 * Declares the application's flags by their keys in the flag service. With a default, calls need no fallback. Variations
 * narrow the type of the value. Returns its argument.
 *
 * @example defineFlags({ 'new-pricing': { default: false }, 'quote-layout': { default: 'classic', variations: ['classic', 'compact'] } })
 */
export const defineFlags = <D extends Literal, V extends Literal, F extends Readonly<Record<string, Definition<D, V>>>>(
  flags: F & Checked<F>,
): F => flags

/**
 * Declares the application's events: for each name, the schema of its properties, from any library that implements Standard
 * Schema (zod, valibot, arktype, …). Returns its argument.
 *
 * @example defineEvents({ 'Quote sent': z.object({ total: z.number() }) })
 */
export const defineEvents = <E extends EventDefinitions>(events: E): E => events
