import type { LDFlagsState } from '@launchdarkly/node-server-sdk'
import { expectTypeOf } from 'expect-type'
import {
  createTelltale,
  type EventName,
  type FlagDetail,
  type FlagKey,
  type FlagValue,
  type Json,
  type Settings,
  type Telltale,
} from 'telltale'
import { createFlagClient, launchDarkly } from 'telltale/flags'

// While nothing is registered, keys and names are plain strings, and the fallback gives the type.
expectTypeOf<FlagKey>().toEqualTypeOf<string>()
expectTypeOf<EventName>().toEqualTypeOf<string>()
expectTypeOf<FlagValue<string>>().toEqualTypeOf<Json>()

export function reads({ flags: { variation, variationDetail, watch } }: Telltale, key: string) {
  expectTypeOf(variation('new-pricing', false)).toEqualTypeOf<boolean>()
  expectTypeOf(variation(key, 'classic')).toEqualTypeOf<string>()
  expectTypeOf(variation<'classic' | 'compact'>(key, 'classic')).toEqualTypeOf<string>()
  expectTypeOf(variation(key, { machines: 3 })).toEqualTypeOf<{ machines: number }>()
  expectTypeOf(variation(key, [])).toEqualTypeOf<readonly Json[]>()
  expectTypeOf(variation(key, ['north'])).toEqualTypeOf<string[]>()
  expectTypeOf(variation(key, { columns: [] }).columns).toEqualTypeOf<readonly Json[]>()
  expectTypeOf(variationDetail(key, 20)).toEqualTypeOf<FlagDetail<number>>()
  watch(key, () => {})

  // @ts-expect-error nothing says what its default is
  variation('new-pricing')
  // @ts-expect-error a flag has a value of JSON
  variation(key, () => {})
}

export function tracks({ track }: Telltale, name: string) {
  track('Settings opened')
  track(name, { total: 1200, when: new Date() })
  track(name, {}, { messaging: true })

  // @ts-expect-error properties are an object
  track(name, 'total')
}

declare const settings: Settings
export const starts = () => [
  createTelltale(settings),
  createTelltale({ ...settings, definitions: { flags: { 'new-pricing': { default: false } } } }),
]

const clientSideId = 'environment'
const context = { kind: 'user', key: 'ida' }
export const bootstraps = (state: LDFlagsState, text: string) => [
  launchDarkly({ clientSideId, bootstrap: state.toJSON() }),
  launchDarkly({ clientSideId, bootstrap: JSON.parse(text) }),
  launchDarkly({ clientSideId, bootstrap: JSON.parse(text) as Record<string, unknown> }),
  launchDarkly({ clientSideId, bootstrap: { 'new-pricing': true } }),
  launchDarkly({ clientSideId, bootstrap: 'localStorage' }),
  createFlagClient({ clientSideId, context, bootstrap: state.toJSON() }),
  launchDarkly({ clientSideId, bootstrap: state }),
  // @ts-expect-error a text has to be parsed
  launchDarkly({ clientSideId, bootstrap: text }),
]
