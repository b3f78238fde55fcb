export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** `boolean` for `false`, `string` for `'classic'`, any list for an empty one: what a flag may be whose fallback is that. */
export type Widen<T> = T extends boolean ? boolean : T extends number ? number : T extends string ? string : Filled<T>

/** The same with any list in place of each empty one, however deep: TypeScript takes `[]` for a list that stays empty. */
export type Filled<T> = Json extends T
  ? T
  : T extends readonly never[]
    ? readonly Json[]
    : T extends object
      ? { [K in keyof T]: Filled<T[K]> }
      : T
