/** An event as a page sends it. Fields that are not listed here are kept. */
export interface CollectedEvent {
  readonly id: string
  readonly name: string
  /** Milliseconds since 1970, by the page's clock. */
  readonly at: number
  readonly url: string
  readonly properties: Readonly<Record<string, unknown>>
  readonly identity: {
    readonly id?: string
    readonly visitor?: string
    readonly impersonator?: string
    /** By kind, such as a company. */
    readonly accounts?: Readonly<Record<string, { readonly key: string; readonly [attribute: string]: unknown }>>
  }
  /** Identifies the page. */
  readonly page?: string
  /** The number of the event in its page. */
  readonly n?: number
  /** Where it happened, how its flags came to their values, and the keys of those that a panel for developers has replaced. Not checked. */
  readonly moment?: unknown
  readonly flags?: unknown
  readonly overridden?: unknown
  readonly [field: string]: unknown
}
