/** Names of attributes that no event shows, for one kind of context. */
export interface LDContextMeta {
  privateAttributes?: string[]
}

/** What every kind of context has. Without a `key` it must be `anonymous`: a key is then generated and kept. */
export interface LDContextCommon {
  key?: string
  name?: string
  anonymous?: boolean
  _meta?: LDContextMeta
  [attribute: string]: unknown
}

/** A context of one kind. */
export interface LDSingleKindContext extends LDContextCommon {
  kind: string
}

/** A context of several kinds, by the names of the kinds. */
export interface LDMultiKindContext {
  kind: 'multi'
  [kind: string]: 'multi' | LDContextCommon
}

/** A user in the format before contexts; it becomes a context of the kind `user`. */
export interface LDUser {
  key?: string
  name?: string
  firstName?: string
  lastName?: string
  email?: string
  avatar?: string
  ip?: string
  country?: string
  anonymous?: boolean
  custom?: { [attribute: string]: string | boolean | number | (string | boolean | number)[] }
  privateAttributeNames?: string[]
}

/** Whom flags are evaluated for. */
export type LDContext = LDUser | LDSingleKindContext | LDMultiKindContext

/** A context as `getContext` returns it: each kind has its key. */
export type LDContextWithKey =
  | (LDSingleKindContext & { key: string })
  | { kind: 'multi'; [kind: string]: 'multi' | (LDContextCommon & { key: string }) }
