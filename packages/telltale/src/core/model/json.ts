/** A value that JSON can hold. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/**
 * The type of a flag that is read with the fallback `T`: `boolean` for `false`, `string` for `'classic'`, any list for
 * an empty one.
 */
export type Widen<T> = T extends boolean ? boolean : T extends number ? number : T extends string ? string : Filled<T>

/**
 * The same type, in which each empty list becomes a list of any values, at any depth. TypeScript infers from `[]` a
 * list that stays empty.
 */
export type Filled<T> = Json extends T
  ? T
  : T extends readonly never[]
    ? readonly Json[]
    : T extends object
      ? { [K in keyof T]: Filled<T[K]> }
      : T
