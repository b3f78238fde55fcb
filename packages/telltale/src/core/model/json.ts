export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** `boolean` for `false`, `string` for `'classic'`, any list for an empty one: what a flag may be whose fallback is that. */
export type Widen<T> = T extends boolean
  ? boolean
  : T extends number
    ? number
    : T extends string
      ? string
      : T extends readonly never[]
        ? readonly Json[]
        : T
