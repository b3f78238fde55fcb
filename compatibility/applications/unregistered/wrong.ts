import { expectTypeOf } from 'expect-type'
import type { FlagKey, Telltale } from 'telltale'

// Each of these lines is a mistake: a compiler that accepts one reports that its directive is unused.

// @ts-expect-error
expectTypeOf<FlagKey>().toEqualTypeOf<'new-pricing'>()

export function use({ flags, track }: Telltale) {
  // @ts-expect-error
  flags.variation('new-pricing')
  // @ts-expect-error
  track('Quote sent', 1200)
}
