import type { EventDefinitions } from '../core/model/definitions.ts'

type Literal = string | number | boolean | null

/** Infers the literal type `'classic'` instead of `string`, and leaves the type of an object as it is. */
interface Definition<D extends Literal, V extends Literal> {
  readonly default?: D | object
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
