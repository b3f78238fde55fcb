import type { AnalyticsEvent } from '../core/model/event.ts'
import type { Person } from '../core/model/identity.ts'
import type { Json } from '../core/model/json.ts'
import type { DefinitionsSetting, EventName, FlagKey, FlagValue } from '../core/model/register.ts'
import { createTelltale, type Telltale } from '../layer/createTelltale.ts'
import type { Settings } from '../layer/settings.ts'
import { loadEventName } from '../events/loadEvent.ts'
import { fakePlatform, type FakePlatform } from '../testing/fakePlatform.ts'
import { validateEvents } from '../validate/validateEvents.ts'
import { testFlags } from './testFlags.ts'
import { testServer } from './testServer.ts'
import { trackedEvents } from './trackedEvents.ts'

/** Somebody for a test. Without a `unique_identity`, what is left out is Test User's. */
export type TestPerson = Partial<Person>

export type TestTelltaleOptions = DefinitionsSetting & {
  /** What is switched on, for whoever is signed in. */
  flags?: { readonly [K in FlagKey]?: FlagValue<K> }
  /** Who is signed in: somebody called Test User when absent, nobody when `null`. */
  identity?: TestPerson | null
  /** It is not known yet who is signed in, nor what is switched on: until `finishLoading`. */
  isLoading?: boolean
  /** Whatever else the application sets: its destinations, the stand-ins for its vendors, … */
  settings?: Partial<Omit<Settings, 'definitions' | 'flags' | 'auth'>>
}

/**
 * The layer under a test's control. What a method does is done when it returns; only what takes time, as delivery does, is
 * waited for: with `await telltale.advance(1_000)`.
 */
export interface TestTelltale extends Telltale {
  setFlag<K extends FlagKey>(key: K, value: FlagValue<K>): void
  signIn(person: TestPerson): void
  signOut(): void
  /** Somebody, of this e-mail address, looks at the application as this person. */
  impersonate(person: TestPerson, by: string): void
  /**
   * What was tracked, of this name or of any, stamped as it is in production: in order, and with the properties of the flags
   * that were in force. The event that the layer itself tracks at a sign-in is there by its name only.
   */
  events(name?: EventName): readonly AnalyticsEvent[]
  /** The keys of the flags that were shown to somebody, each time that was recorded. */
  exposures(): readonly string[]
  /** What the developer's console has been told: of events that their schema or a vendor does not take, too. */
  problems(): readonly string[]
  /** Ends `isLoading`. Resolves when everybody knows. */
  finishLoading(): Promise<void>
  /** Lets time pass, in milliseconds. Resolves when all that is due has happened. */
  advance(ms: number): Promise<void>
  /** The browser that the layer takes this for: its network, its storage, its page. */
  readonly platform: FakePlatform
}

const TEST_USER: Person = { unique_identity: 'test-user', user_name: 'Test User', email_address: 'test@example.com' }
const PROJECT = { internal: 'test-project', external: 'test-project' }
const API = 'https://api.test'

/**
 * A real layer for tests and stories, on a fake browser whose clock stands still. Everything is there when it returns: who is
 * signed in, and their flags.
 *
 * @example const telltale = createTestTelltale({ flags: { 'new-pricing': true } })
 */
export function createTestTelltale(
  ...[options = {} as TestTelltaleOptions]: {} extends TestTelltaleOptions
    ? [options?: TestTelltaleOptions]
    : [options: TestTelltaleOptions]
): TestTelltale {
  const { flags: values = {}, identity = TEST_USER, isLoading = false, settings = {}, definitions } = options
  const server = testServer(isLoading)
  const platform = fakePlatform(server.answer)
  const flags = testFlags(values as Readonly<Record<string, Json>>, isLoading)
  const events = trackedEvents()
  let isUnknown = isLoading
  const exposures: string[] = []
  const layer = {
    promotion: 'sandbox',
    app: { name: 'Test' },
    api: { production: API, staging: API, sandbox: API },
    projects: { production: PROJECT, staging: PROJECT, sandbox: PROJECT },
    ...settings,
    ...(definitions && { definitions }),
    auth: { token: () => token },
    flags: flags.part,
    destinations: [events.destination, ...(settings.destinations ?? [])],
    observers: [
      validateEvents(),
      ({ bus }) => ({ stop: bus.on('exposure', ({ key }) => exposures.push(key)) }),
      ...(settings.observers ?? []),
    ],
  } as Settings
  /** The users of this test. Who-am-i need not be asked for them, unless the test wants to see the application load. */
  const people = new Map<string, Person>()
  let token = identity ? introduce(identity) : undefined

  function introduce(given: TestPerson): string {
    const person = { ...(given.unique_identity === undefined && TEST_USER), ...given } as Person
    const introduced = server.tokenOf(person)
    people.set(introduced, person)
    return introduced
  }

  function signIn(person: TestPerson) {
    token = introduce(person)
    void telltale.identity.refresh()
  }

  const telltale = createTelltale(layer, platform, (known) => (isUnknown ? undefined : people.get(known)))
  const loadEvent = loadEventName(settings.app?.name ?? 'Test', platform.page)

  return {
    ...telltale,
    platform,
    setFlag: (key, value) => flags.set(key, value as Json),
    signIn,
    signOut() {
      token = undefined
      telltale.identity.reset()
    },
    impersonate: (person, by) => signIn({ ...person, mimic_user: by }),
    events: (name) => events.tracked().filter((event) => (name ? event.name === name : event.name !== loadEvent)),
    exposures: () => exposures,
    problems: () => platform.logged,
    async finishLoading() {
      isUnknown = false
      server.arrive()
      flags.arrive()
      await platform.settle()
    },
    advance: platform.clock.advance,
  }
}
