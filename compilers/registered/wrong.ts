import { expectTypeOf } from 'expect-type'
import type { FlagKey, FlagValue, Telltale } from 'telltale'
import { useFlag, useTrackView } from 'telltale/react'

// Each line that says so is wrong: a compiler that has nothing to say of it checks nothing.

expectTypeOf<FlagKey>().toEqualTypeOf<string>() // wrong
expectTypeOf<FlagValue<'new-pricing'>>().toEqualTypeOf<false>() // wrong
expectTypeOf<FlagValue<'quote-layout'>>().toEqualTypeOf<string>() // wrong

export function use({ flags, track }: Telltale) {
  flags.value('new-prices') // wrong: is not assignable to parameter of type '"
  flags.value('map-style') // wrong
  flags.value('quote-layout', 'wide') // wrong
  track('Quote snet') // wrong: is not assignable to parameter of type '"
  track('Quote sent') // wrong
  track('Quote sent', { total: '1200' }) // wrong
  // @ts-expect-error for nothing // wrong
  track('Settings opened')
}

export function useWrongly() {
  useFlag('new-prices') // wrong: is not assignable to parameter of type '"
  useFlag('quote-layout', 'wide') // wrong
  useTrackView('Quote snet') // wrong: is not assignable to parameter of type '"
}
