export interface PriceLine {
  readonly label: string
  /** US dollars for one of what the label counts. */
  readonly each?: number
  /** US dollars; negative when it is taken off. */
  readonly amount: number
}

export interface Price {
  readonly lines: readonly PriceLine[]
  readonly total: number
}
