import { expect, it } from 'vitest'
import { COLLECTOR_OPTIONS } from './adapters/httpOptions.ts'
import { accounts as accountsOf } from './accounts.ts'
import { traits } from './traits.ts'
import { visitor } from './visitor.ts'
import type { OptionTable } from './core/optionTable.ts'
import type { CollectorOptions } from './collector.ts'
import type { DatadogOptions } from './adapters/datadog.ts'
import type { HeapOptions } from './adapters/heap.ts'
import type { InjectedClientOptions } from './adapters/injectedFlagClient.ts'
import type { IntercomOptions } from './adapters/intercom.ts'
import type { MapsOptions } from './adapters/loadMaps.ts'
import type { TrackOptions } from './core/model/event.ts'
import type { FlagClientOptions } from './client/flagClientOptions.ts'
import type { FlagFailure } from './flags/flagSource.ts'
import type { FlagSourceOptions } from './flags/sourceFlags.ts'
import type { FlagOptions } from './launchDarklyService/flagSettings.ts'
import type { LDOptionsV3 } from './launchdarkly/ldClientV3.ts'
import type { LDOptionsV4 } from './launchdarkly/optionsV4.ts'
import type { TelltaleProviderProps } from './react/TelltaleProvider.tsx'
import type { TestTelltaleOptions } from './testkit/createTestTelltale.ts'
import type { AccountsInput } from './identity/identitySource.ts'
import type {
  AppSettings,
  AuthSettings,
  EventSettings,
  IdentitySettings,
  ProjectIds,
  Settings,
} from './layer/settings.ts'

/** The optional properties that refuse `undefined` while `exactOptionalPropertyTypes` is set, as it is here. */
type Refusing<Options> = {
  [Name in keyof Options]-?: Record<never, never> extends Pick<Options, Name>
    ? { [Own in Name]: undefined } extends Pick<Options, Name>
      ? never
      : Name
    : never
}[keyof Options]

/** Compiles only if no optional property refuses `undefined`. */
const takeUndefined = <Options>(..._refusing: [Refusing<Options>] extends [never] ? [] : [Refusing<Options>]) => true

it('the table of the options of collector has each of them and no other', () => {
  const table = COLLECTOR_OPTIONS satisfies OptionTable<CollectorOptions>
  expect(Object.keys(table)).toContain('flagSets')
})

it('all optional settings and options have types that take undefined', () => {
  const all = [
    takeUndefined<Settings>(),
    takeUndefined<AppSettings>(),
    takeUndefined<AuthSettings>(),
    takeUndefined<EventSettings>(),
    takeUndefined<ProjectIds>(),
    takeUndefined<TrackOptions>(),
    takeUndefined<CollectorOptions>(),
    takeUndefined<HeapOptions>(),
    takeUndefined<DatadogOptions>(),
    takeUndefined<IntercomOptions>(),
    takeUndefined<MapsOptions>(),
    takeUndefined<FlagOptions>(),
    takeUndefined<FlagClientOptions>(),
    takeUndefined<FlagSourceOptions>(),
    takeUndefined<FlagFailure>(),
    takeUndefined<InjectedClientOptions>(),
    takeUndefined<LDOptionsV3>(),
    takeUndefined<LDOptionsV4>(),
    takeUndefined<TelltaleProviderProps>(),
    takeUndefined<TestTelltaleOptions>(),
    // The type shows something.
    // @ts-expect-error -- `given` refuses undefined
    takeUndefined<{ given?: string; taken?: string | undefined }>(),
  ]
  expect(all).not.toContain(false)
})

it('the kinds that the flag service has for itself are no kinds of accounts', () => {
  const key = 'acme'
  const accounts: AccountsInput[] = [
    { organization: { key, tier: 3 }, 'work-space': { key: 7, name: null } },
    { organization: undefined, yard: false },
    // @ts-expect-error the person is of this kind
    { user: { key } },
    // @ts-expect-error a context of several kinds has this name
    { multi: { key } },
    // @ts-expect-error the name of the field that has the kind
    { organization: { key }, kind: { key } },
  ]
  // @ts-expect-error the person is of this kind
  const { name } = accountsOf(({ company_id }) => ({ user: { key: company_id } }))
  expect([accounts.length, name]).toEqual([5, 'accounts'])
})

it('each setting of the identity takes its own value only', () => {
  const settings: IdentitySettings[] = [
    { accounts: accountsOf(() => null), traits: traits(() => undefined), visitor: visitor() },
    { accounts: undefined, traits: undefined, visitor: undefined },
    // @ts-expect-error a function of the application is passed to `accounts`
    { accounts: () => null },
    // @ts-expect-error a function of the application is passed to `traits`
    { traits: () => ({}) },
    // @ts-expect-error it is no boolean
    { visitor: true },
    // @ts-expect-error it is another value
    { traits: accountsOf(() => null) },
  ]
  expect(settings).toHaveLength(6)
})
