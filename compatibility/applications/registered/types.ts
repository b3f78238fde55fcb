import { expectTypeOf } from 'expect-type'
import {
  createTelltale,
  defineEvents,
  defineFlags,
  type EventName,
  type EventPropertiesOf,
  type FlagDetail,
  type FlagKey,
  type FlagValue,
  type Json,
  type Settings,
  type Telltale,
} from 'telltale'
import { accounts } from 'telltale/accounts'
import { traits } from 'telltale/traits'
import * as v from 'valibot'
import { events, flags, type Limits } from './definitions.ts'

// Keys and names are those of the definitions, as they are written there.
expectTypeOf<FlagKey>().toEqualTypeOf<keyof typeof flags>()
expectTypeOf<EventName>().toEqualTypeOf<keyof typeof events>()

// A value is the union of the variations, or else what the default is.
expectTypeOf<FlagValue<'new-pricing'>>().toEqualTypeOf<boolean>()
expectTypeOf<FlagValue<'quote-layout'>>().toEqualTypeOf<'classic' | 'compact'>()
expectTypeOf<FlagValue<'banner-text'>>().toEqualTypeOf<string>()
expectTypeOf<FlagValue<'page-size'>>().toEqualTypeOf<number>()
expectTypeOf<FlagValue<'page-size-choice'>>().toEqualTypeOf<20 | 50 | 100>()
expectTypeOf<FlagValue<'map-style'>>().toEqualTypeOf<'roads' | 'satellite' | 3>()
expectTypeOf<FlagValue<'limits'>>().toEqualTypeOf<Limits>()
expectTypeOf<FlagValue<'palette'>>().toEqualTypeOf<{ ink: string; sizes: number[] }>()
expectTypeOf<FlagValue<'favourites'>>().toEqualTypeOf<readonly Json[]>()
expectTypeOf<FlagValue<'depots'>>().toEqualTypeOf<string[]>()
// A list that is empty in the definition is one of whatever there will be, however deep it lies.
expectTypeOf<FlagValue<'board'>>().toEqualTypeOf<{
  title: string
  columns: readonly Json[]
  pages: { rows: readonly Json[] }[]
}>()
expectTypeOf<FlagValue<'shelves'>['boxes']>().toEqualTypeOf<readonly Json[]>()
expectTypeOf<FlagValue<'anything'>>().toEqualTypeOf<Json>()
expectTypeOf<FlagValue<'unheardOf'>>().toEqualTypeOf<Json>()

export function reads({ flags: { variation, variationDetail, watch } }: Telltale) {
  // A fallback is optional where there is a default, and never widens the type.
  expectTypeOf(variation('new-pricing')).toEqualTypeOf<boolean>()
  expectTypeOf(variation('new-pricing', true)).toEqualTypeOf<boolean>()
  expectTypeOf(variation('quote-layout')).toEqualTypeOf<'classic' | 'compact'>()
  expectTypeOf(variation('quote-layout', 'compact')).toEqualTypeOf<'classic' | 'compact'>()
  expectTypeOf(variation('map-style', 'roads')).toEqualTypeOf<'roads' | 'satellite' | 3>()
  expectTypeOf(variation('limits').region).toEqualTypeOf<string | undefined>()
  expectTypeOf(variationDetail('quote-layout')).toEqualTypeOf<FlagDetail<'classic' | 'compact'>>()
  expectTypeOf(variation('favourites', ['M-12'])).toEqualTypeOf<readonly Json[]>()
  variation('board', { title: 'Yard', columns: ['name', 2], pages: [{ rows: [] }] })
  watch('new-pricing', () => {})

  // @ts-expect-error no such flag
  variation('new-prices', false)
  // @ts-expect-error keys are never renamed
  variation('newPricing')
  // @ts-expect-error no default, so that a fallback is needed
  variation('map-style')
  // @ts-expect-error no default, so that a fallback is needed
  variation('unheardOf')
  // @ts-expect-error no variation of it
  variation('quote-layout', 'wide')
  // @ts-expect-error of another type
  variation('new-pricing', 'yes')
  // @ts-expect-error no variation of it
  variationDetail('page-size-choice', 30)
  // @ts-expect-error no such flag
  watch('new-prices', () => {})
}

export function tracks({ track }: Telltale) {
  // Properties are required exactly when a field of them is.
  track('Quote sent', { total: 1200 })
  track('Quote sent', { total: 1200, note: 'Urgent' }, { messaging: true })
  track('Machine selected', { machine: 'M-12', via: 'map' })
  track('Search used', { words: 'crane' })
  track('Settings opened')
  track('Settings opened', {}, { messaging: false })
  track('Filter cleared')
  track('Filter cleared', { filter: 'status' })
  const wasSent = Date.now() > 0
  track(wasSent ? 'Quote sent' : 'Filter cleared', { total: 1200 })
  track(wasSent ? 'Filter cleared' : 'Settings opened')
  // @ts-expect-error one of the two needs a total
  track(wasSent ? 'Quote sent' : 'Settings opened')
  // What a schema takes, not what it makes of it.
  track('Report printed', { at: '2026-11-21' })

  // @ts-expect-error no such event
  track('Quote Sent', { total: 1200 })
  // @ts-expect-error a field is required
  track('Quote sent')
  // @ts-expect-error a field is required
  track('Quote sent', { note: 'Urgent' })
  // @ts-expect-error of another type
  track('Quote sent', { total: '1200' })
  // @ts-expect-error not in the schema
  track('Quote sent', { total: 1200, sum: 1200 })
  // @ts-expect-error not one of the choices
  track('Machine selected', { machine: 'M-12', via: 'menu' })
  // @ts-expect-error a field is required
  track('Search used')
  // @ts-expect-error no such option
  track('Filter cleared', {}, { urgent: true })
}

expectTypeOf<EventPropertiesOf<'Machine selected'>>().toEqualTypeOf<{
  readonly machine: string
  readonly via?: 'map' | 'list' | undefined
}>()
expectTypeOf<EventPropertiesOf<'Search used'>>().toEqualTypeOf<{ readonly words: string; readonly hits?: number }>()

// The layer needs the definitions at run time: their defaults are what calls without a fallback get.
declare const settings: Omit<Settings, 'definitions'>
export const starts = () => [
  createTelltale({ ...settings, definitions: { flags, events } }),
  createTelltale({ ...settings, definitions: { flags } }),
  // @ts-expect-error flags are registered, so that the layer has to be given them
  createTelltale(settings),
]

export const mistakes = () => [
  // @ts-expect-error a default is one of the variations
  defineFlags({ layout: { default: 'wide', variations: ['classic', 'compact'] } }),
  // @ts-expect-error no such word in a definition
  defineFlags({ layout: { defualt: 'wide' } }),
  // @ts-expect-error properties are an object
  defineEvents({ Opened: v.string() }),
]

// Fields of a person and of accounts have the types that the application has declared; others are as they were.
export function people({ identity, identify }: Telltale) {
  const who = identity.current.get()
  if (who.status !== 'known') return
  expectTypeOf(who.person.locale).toEqualTypeOf<'de' | 'en'>()
  expectTypeOf(who.person.permissions).toEqualTypeOf<readonly string[] | undefined>()
  expectTypeOf(who.person.company_id).toEqualTypeOf<string>()
  expectTypeOf(who.person.user_name).toEqualTypeOf<string | undefined>()
  expectTypeOf(who.person['other']).toEqualTypeOf<unknown>()
  expectTypeOf(who.accounts?.organization?.tier).toEqualTypeOf<'gold' | 'free' | undefined>()
  expectTypeOf(who.accounts?.organization?.key).toEqualTypeOf<string | undefined>()
  expectTypeOf(who.accounts?.depot?.machines).toEqualTypeOf<number | undefined>()
  identify({ unique_identity: 'ida', locale: 'de', company_id: 'c-1' })
  identify(null)
}

export const identitySettings = {
  accounts: accounts((person) => ({
    organization: { key: person.company_id, tier: person.locale === 'de' ? 'gold' : 'free' },
    depot: { key: 7, machines: 3 },
  })),
  traits: traits((person) => ({ locale: person.locale })),
} satisfies Settings['identity']
