import { expectTypeOf } from 'expect-type'
import type { FlagKey, FlagValue, Settings, Telltale } from 'telltale'
import { accounts } from 'telltale/accounts'
import { useFlag, useTrackView } from 'telltale/react'
import { traits } from 'telltale/traits'

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

export function useWrongPerson({ identify, identity }: Telltale) {
  // @ts-expect-error
  identify({ unique_identity: 'ida', company_id: 'c-1' })
  // @ts-expect-error
  identify({ unique_identity: 'ida', company_id: 'c-1', locale: 'fr' })
  const who = identity.current.get()
  // @ts-expect-error
  return who.status === 'known' && who.accounts?.workspace
}

// @ts-expect-error
export const wrongAccounts = accounts(() => ({ organization: { key: 'c-1', tier: 'silver' } }))
// @ts-expect-error
export const unknownAccounts = accounts(() => ({ workspace: { key: 'w-1' } }))
export const wrongField = traits((person) => ({
  // @ts-expect-error
  locale: person.locale satisfies 'fr',
}))
export const bareFunction = {
  // @ts-expect-error
  accounts: () => ({ organization: { key: 'c-1' } }),
} satisfies Settings['identity']
