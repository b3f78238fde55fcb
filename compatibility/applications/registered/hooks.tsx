import { expectTypeOf } from 'expect-type'
import type { FlagDetail } from 'telltale'
import { FlagGate, useFlag, useFlagDetail, useFlags, useTrack, useTrackOnce, useTrackView } from 'telltale/react'
import { createTestTelltale } from 'telltale/testing'
import { TestTelltaleProvider } from 'telltale/testing/react'
import { validateEvents } from 'telltale/validate'
import { events, flags, type Limits } from './definitions.ts'

export function Reads() {
  expectTypeOf(useFlag('new-pricing')).toEqualTypeOf<boolean>()
  expectTypeOf(useFlag('quote-layout')).toEqualTypeOf<'classic' | 'compact'>()
  expectTypeOf(useFlag('quote-layout', 'compact')).toEqualTypeOf<'classic' | 'compact'>()
  expectTypeOf(useFlag('limits')).toEqualTypeOf<Limits>()
  expectTypeOf(useFlagDetail('page-size')).toEqualTypeOf<FlagDetail<number>>()
  expectTypeOf(useFlags(['new-pricing', 'quote-layout', 'map-style'])).toEqualTypeOf<{
    readonly 'new-pricing': boolean
    readonly 'quote-layout': 'classic' | 'compact'
    readonly 'map-style': 'roads' | 'satellite' | 3 | undefined
  }>()

  // @ts-expect-error no such flag
  useFlag('new-prices')
  // @ts-expect-error no default, so that a fallback is needed
  useFlag('map-style')
  // @ts-expect-error no variation of it
  useFlag('quote-layout', 'wide')
  // @ts-expect-error of another type
  useFlagDetail('page-size', '20')
  // @ts-expect-error no such flag
  useFlags(['new-pricing', 'new-prices'])
}

export function Tracks() {
  useTrackOnce('Settings opened')
  useTrackView('Quote sent', { total: 1200 })
  const track = useTrack()
  track('Quote sent', { total: 1200 }, { messaging: true })

  // @ts-expect-error no such event
  useTrackOnce('Settings closed')
  // @ts-expect-error a field is required
  useTrackView('Quote sent')
  // @ts-expect-error of another type
  track('Quote sent', { total: '1200' })
}

export const gates = (
  <>
    <FlagGate flag="new-pricing">New</FlagGate>
    <FlagGate flag="quote-layout" is="compact" fallback="Classic" />
    {/* @ts-expect-error no such flag */}
    <FlagGate flag="new-prices" />
    {/* @ts-expect-error no variation of it */}
    <FlagGate flag="quote-layout" is="wide" />
  </>
)

export function tests() {
  const telltale = createTestTelltale({ definitions: { flags, events }, flags: { 'quote-layout': 'compact' } })
  telltale.setFlag('new-pricing', true)
  telltale.setFlag('quote-layout', 'classic')
  telltale.events('Quote sent')
  telltale.track('Quote sent', { total: 1200 })

  // @ts-expect-error no such flag
  telltale.setFlag('new-prices', true)
  // @ts-expect-error no variation of it
  telltale.setFlag('quote-layout', 'wide')
  // @ts-expect-error no such event
  telltale.events('Quote snt')
  // @ts-expect-error no variation of it
  createTestTelltale({ definitions: { flags }, flags: { 'quote-layout': 'wide' } })
  // @ts-expect-error flags are registered, so that the layer has to be given them
  createTestTelltale()

  return (
    <>
      <TestTelltaleProvider telltale={telltale} />
      <TestTelltaleProvider definitions={{ flags }} flags={{ 'new-pricing': true }} identity={null} />
      {/* @ts-expect-error of another type */}
      <TestTelltaleProvider definitions={{ flags }} flags={{ 'new-pricing': 'yes' }} />
    </>
  )
}

export const validations = [
  validateEvents(),
  validateEvents(events),
  validateEvents(() => import('./definitions.ts').then((definitions) => definitions.events)),
]
