import type { Telltale } from 'telltale'

// Each line that says so is wrong: a registered event keeps its properties while others are allowed.

export function use({ track }: Telltale) {
  track('Quote sent') // wrong
  track('Quote sent', { total: '1200' }) // wrong
  track('Report printed', 3) // wrong
  track(3) // wrong
}
