/** A quote that was sent to a customer. */
export interface SentQuote {
  readonly id: string
  readonly machine: string
  readonly customer: string
  readonly notes: string
  readonly from: string
  readonly to: string
  /** The id of the sender's company; absent if the sender was not identified. */
  readonly company?: string | undefined
  /** US dollars. */
  readonly total: number
}
