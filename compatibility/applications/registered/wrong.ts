import { expectTypeOf } from 'expect-type'
import type { FlagKey, FlagValue, Telltale } from 'telltale'
import { useFlag, useTrackView } from 'telltale/react'

// Each of these lines is a mistake: a compiler that accepts one reports that its directive is unused.

// @ts-expect-error
expectTypeOf<FlagKey>().toEqualTypeOf<string>()
// @ts-expect-error
expectTypeOf<FlagValue<'new-pricing'>>().toEqualTypeOf<false>()
// @ts-expect-error
expectTypeOf<FlagValue<'quote-layout'>>().toEqualTypeOf<string>()

export function use({ flags, track }: Telltale) {
  // @ts-expect-error
  flags.variation('new-prices')
  // @ts-expect-error
  flags.variation('map-style')
  // @ts-expect-error
  flags.variation('quote-layout', 'wide')
  // @ts-expect-error
  track('Quote snet')
  // @ts-expect-error
  track('Quote sent')
  // @ts-expect-error
  track('Quote sent', { total: '1200' })
}

export function useWrongly() {
  // @ts-expect-error
  useFlag('new-prices')
  // @ts-expect-error
  useFlag('quote-layout', 'wide')
  // @ts-expect-error
  useTrackView('Quote snet')
}
