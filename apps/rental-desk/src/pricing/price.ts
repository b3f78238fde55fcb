export interface PriceLine {
  readonly label: string
  /** Price per unit that the label counts, in US dollars. */
  readonly each?: number
  /** US dollars; negative for a discount. */
  readonly amount: number
}

export interface Price {
  readonly lines: readonly PriceLine[]
  readonly total: number
}
