/** A quote that went to a customer. */
export interface SentQuote {
  readonly id: string
  readonly machine: string
  readonly customer: string
  readonly notes: string
  readonly from: string
  readonly to: string
  /** The company of who sent it; nobody's, if it was not known who was here. */
  readonly company?: string | undefined
  /** US dollars. */
  readonly total: number
}
