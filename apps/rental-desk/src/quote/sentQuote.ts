/** A quote that went to a customer. */
export interface SentQuote {
  readonly id: string
  readonly machine: string
  readonly customer: string
  readonly notes: string
  readonly from: string
  readonly to: string
  /** US dollars. */
  readonly total: number
}
