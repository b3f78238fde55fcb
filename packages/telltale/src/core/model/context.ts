/** One kind of the flag service's "who". */
export interface SingleContext {
  readonly kind: string
  readonly key?: string
  readonly anonymous?: boolean
  readonly [attribute: string]: unknown
}

/** The flag service's "who", as it goes over the wire. */
export type Context = SingleContext | { readonly kind: 'multi'; readonly [kind: string]: unknown }
