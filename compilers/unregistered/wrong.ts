import { expectTypeOf } from 'expect-type'
import type { FlagKey, Telltale } from 'telltale'

// Each line that says so is wrong: a compiler that has nothing to say of it checks nothing.

expectTypeOf<FlagKey>().toEqualTypeOf<'new-pricing'>() // wrong

export function use({ flags, track }: Telltale) {
  flags.value('new-pricing') // wrong
  track('Quote sent', 1200) // wrong
  // @ts-expect-error for nothing // wrong
  track('Quote sent', { total: 1200 })
}
