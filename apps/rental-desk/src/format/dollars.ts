const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })

/** `$1,840` or `−$93`, whole dollars: prices here have no cents. */
export function dollars(amount: number): string {
  return format.format(amount).replace('-', '\u2212')
}
