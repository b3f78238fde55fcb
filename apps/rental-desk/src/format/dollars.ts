const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })

/** `$1,840`, whole dollars: prices here have no cents. */
export function dollars(amount: number): string {
  return format.format(amount)
}
