import type { Telltale } from 'telltale'

// Each of these lines is a mistake: a registered event keeps its properties while others are allowed.

export function use({ track }: Telltale) {
  // @ts-expect-error
  track('Quote sent')
  // @ts-expect-error
  track('Quote sent', { total: '1200' })
  // @ts-expect-error
  track('Report printed', 3)
  // @ts-expect-error
  track(3)
}
