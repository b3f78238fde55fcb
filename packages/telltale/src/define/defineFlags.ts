type Literal = string | number | boolean | null

/** Infers `'classic'` for a text rather than `string`, and leaves an object as it is. */
interface Definition<D extends Literal, V extends Literal> {
  readonly default?: D | object
  readonly variations?: readonly (V | object)[]
}

/** A default is one of the variations, where these are given. */
type Checked<F> = {
  [K in keyof F]: F[K] extends { readonly variations: readonly (infer V)[] } ? { readonly default?: V } : unknown
}

/**
 * Writes down the application's flags, each under its key in the flag service: the default makes fallbacks unnecessary, the
 * variations narrow the type. Answers what it is given.
 *
 * @example defineFlags({ 'new-pricing': { default: false }, 'quote-layout': { default: 'classic', variations: ['classic', 'compact'] } })
 */
export const defineFlags = <D extends Literal, V extends Literal, F extends Readonly<Record<string, Definition<D, V>>>>(
  flags: F & Checked<F>,
): F => flags
