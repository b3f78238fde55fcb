import type { AnalyticsEvent } from '../core/model/event.ts'
import type { FlagDefinitions } from '../core/model/definitions.ts'
import type { Person } from '../core/model/identity.ts'
import type { Json } from '../core/model/json.ts'
import type { Exposure, Observer } from '../core/observer.ts'
import type { DefinitionsSetting, EventName, FlagKey, FlagValue } from '../core/model/registered.ts'
import { loadEventName } from '../events/recording/loadEvent.ts'
import { readSettings } from '../layer/checkSettings.ts'
import type { Telltale } from '../layer/createTelltale.ts'
import type { IdentitySettings, Settings } from '../layer/settings.ts'
import { closest } from '../core/lib/closest.ts'
import { sameJson, writeJson } from '../core/lib/json.ts'
import type { FakeDisk } from '../testing/fakeDisk.ts'
import { exposingOf } from '../steps/exposures.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'
import { createTelltaleAtOnce } from './createTelltaleAtOnce.ts'
import { testBrowser, type TestBrowser, type TestDisk, type TestServer } from './testBrowser.ts'
import { testFlags } from './testFlags.ts'
import { validateEvents } from '../validate/validateEvents.ts'

/** A person for a test. Without a `unique_identity`, missing fields are those of Test User. */
export type TestPerson = Partial<Person>

/** What a test sets. Everything has a default. */
export type TestTelltaleOptions = DefinitionsSetting & {
  /** The flags, for every user. With `definitions`, a flag that they do not have is an error. */
  flags?: { readonly [K in FlagKey]?: FlagValue<K> } | undefined
  /** The signed-in user: Test User when absent, nobody when `null`. */
  identity?: TestPerson | null | undefined
  /** `identity.accounts` of your settings. Without it, a person has no accounts. */
  accounts?: IdentitySettings['accounts']
  /** `identity.visitor` of your settings. Without it, events have no visitor while nobody is signed in. */
  visitor?: IdentitySettings['visitor']
  /** The identity and the flags are not known until `finishLoading` is called. */
  isLoading?: boolean | undefined
  /** Answers all requests. `() => 'network'` cuts the network. When absent, every request is answered with status 202. */
  server?: TestServer | undefined
  /** The disk of an earlier layer, to test what the next page does. An empty disk when absent. */
  disk?: TestDisk | undefined
  /** Other settings, such as destinations or fake vendors. */
  settings?: Partial<Omit<Settings, 'definitions' | 'flags' | 'identity' | 'api' | 'auth'>> | undefined
}

/**
 * The layer under a test's control. Methods take effect before they return. Only what takes time, such as delivery, needs
 * `await telltale.advance(1_000)`.
 */
export interface TestTelltale extends Telltale {
  /** Changes a flag for every user, as the flag service would: readers have the value at once. */
  setFlag<K extends FlagKey>(key: K, value: FlagValue<K>): void
  /** Signs in a person, in place of the one before. */
  signIn(person: TestPerson): void
  /** Signs the user out: from then on, events have no user. */
  signOut(): void
  /** Signs in the person, impersonated by the user with this email address. */
  impersonate(person: TestPerson, by: string): void
  /**
   * Returns the tracked events in order, as a destination receives them in production, with the flags at the time of each
   * event. With a name, returns only events of that name. The load event, which the layer itself tracks, is returned only
   * for its name.
   */
  events(name?: EventName): readonly AnalyticsEvent[]
  /** Returns the key of each exposure that was recorded, in order. */
  exposures(): readonly string[]
  /**
   * Throws a sentence unless an exposure of this flag was recorded, and with a value, unless it was this value that was shown. It counts what
   * the step `exposures()` counts, whether or not the settings have it: not what is overridden, what an impersonator sees, and what the
   * definition of the flag leaves out.
   */
  expectExposure<K extends FlagKey>(key: K, value?: FlagValue<K>): void
  /** Returns what was written to the console, including events that break their schema or a vendor's limits. */
  problems(): readonly string[]
  /** Ends `isLoading`. Resolves when components have the identity and the flags. */
  finishLoading(): Promise<void>
  /** Advances the clock, in milliseconds. Resolves when all that is due has run. */
  advance(ms: number): Promise<void>
  /** The browser in which the layer runs: its page and its requests. */
  readonly browser: TestBrowser
}

const TEST_USER: Person = { unique_identity: 'test-user', user_name: 'Test User', email_address: 'test@example.com' }

const wholePerson = (given: TestPerson) =>
  ({ ...(given.unique_identity === undefined && TEST_USER), ...given }) as Person

/**
 * Creates a real layer for tests and stories, in a fake browser whose clock stands still. The identity and the flags are
 * known when it returns.
 *
 * @example const telltale = createTestTelltale({ flags: { 'new-pricing': true } })
 */
export function createTestTelltale(
  ...[options = {} as TestTelltaleOptions]: {} extends TestTelltaleOptions
    ? [options?: TestTelltaleOptions]
    : [options: TestTelltaleOptions]
): TestTelltale {
  const {
    flags: values = {},
    identity = TEST_USER,
    accounts,
    visitor,
    isLoading = false,
    settings = {},
    definitions,
    server,
    disk,
  } = options
  checkKeys(Object.keys(values), definitions?.flags)
  const platform = fakePlatform(server, disk as FakeDisk | undefined)
  const flags = testFlags(values as Readonly<Record<string, Json>>, isLoading)
  let isUnknown = isLoading
  let person = identity && wholePerson(identity)
  const events: AnalyticsEvent[] = []
  const exposures: Exposure[] = []
  const recorder: Observer = {
    name: 'test',
    start({ on }) {
      const undo = [on('event', (event) => events.push(event)), on('exposure', (exposure) => exposures.push(exposure))]
      return () => undo.forEach((step) => step())
    },
  }
  const layer = {
    promotion: 'sandbox',
    app: { name: 'Test' },
    projects: 'test-project',
    ...settings,
    ...(definitions && { definitions }),
    identity: { person: () => (isUnknown ? undefined : person), accounts, visitor },
    flags: flags.part,
    observers: [validateEvents(), recorder, ...(settings.observers ?? [])],
  } as Settings
  const telltale = createTelltaleAtOnce(layer, platform)
  const loadEvent = loadEventName(readSettings(layer).app.name, platform.page)

  function signIn(next: TestPerson) {
    person = wholePerson(next)
    void telltale.identity.refresh()
  }

  return {
    ...telltale,
    browser: testBrowser(platform),
    setFlag(key, value) {
      checkKeys([key], definitions?.flags)
      flags.set(key, value as Json)
    },
    signIn,
    signOut() {
      person = null
      telltale.identity.reset()
    },
    impersonate: (next, by) => signIn({ ...next, mimic_user: by }),
    events: (name) => events.filter((event) => (name ? event.name === name : event.name !== loadEvent)),
    exposures: () => exposures.map(({ key }) => key),
    expectExposure(key, value) {
      checkKeys([key], definitions?.flags)
      const counted = exposures.filter((one) => one.user && exposingOf(one, definitions?.flags))
      const own = counted.filter((one) => one.key === key).map(({ flag }) => flag?.value)
      const names = [...new Set(counted.map((one) => one.key))].join(', ') || 'none'
      if (own.length === 0) throw new Error(`No exposure of "${key}" was recorded. Flags with an exposure: ${names}.`)
      if (value === undefined || own.some((one) => sameJson(one, value))) return
      const shown = own.map((one) => writeJson(one)).join(', ')
      throw new Error(`"${key}" was shown with ${shown}, and not with ${writeJson(value)}.`)
    },
    problems: () => platform.logged,
    async finishLoading() {
      isUnknown = false
      void telltale.identity.refresh()
      flags.arrive()
      await platform.settle()
    },
    advance: platform.clock.advance,
  }
}

/** Without this, a misspelt flag would have its fallback, and the test would not say why: many runners do not check types. */
function checkKeys(keys: readonly string[], defined: FlagDefinitions = {}) {
  const known = Object.keys(defined)
  const unknown = known.length > 0 ? keys.find((key) => !known.includes(key)) : undefined
  if (unknown === undefined) return
  const meant = closest(unknown, known)
  throw new Error(`The definitions have no flag "${unknown}"${meant ? ` (${meant}?)` : ''}.`)
}
