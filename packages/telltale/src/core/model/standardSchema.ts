/**
 * A schema of zod, valibot, arktype or any other library that follows the Standard Schema. The part of the standard that is
 * used, copied as its authors ask for: https://standardschema.dev
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>
    /** For types alone: there is nothing at run time. */
    readonly types?: { readonly input: Input; readonly output: Output } | undefined
  }
}

/** What a schema answers: it has issues, or it takes the value. */
export type SchemaResult<Output> =
  { readonly value: Output; readonly issues?: undefined } | { readonly issues: readonly SchemaIssue[] }

export interface SchemaIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}
