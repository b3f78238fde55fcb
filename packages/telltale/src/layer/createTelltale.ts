import { createEvents } from '../events/createEvents.ts'
import { createDiagnostics } from '../events/diagnostics.ts'
import type { EventCounts } from '../events/eventCounts.ts'
import type { DestinationPart } from '../events/destination.ts'
import type { RefusedApi } from '../events/refusedEvents.ts'
import type { Host, Topics } from '../core/host.ts'
import { createHttp } from '../core/http/http.ts'
import { createBus } from '../core/lib/bus.ts'
import type { Readable } from '../core/lib/readable.ts'
import { rememberLast } from '../core/lib/rememberLast.ts'
import { trimSlashes } from '../core/lib/trimSlashes.ts'
import { untilDefined } from '../core/lib/untilDefined.ts'
import type { Definitions } from '../core/model/definitions.ts'
import type { Diagnostics, PageDiagnostics } from '../core/model/diagnostics.ts'
import type { Promotion } from '../core/model/promotion.ts'
import type { Track } from '../core/model/register.ts'
import type { Platform } from '../core/ports/platform.ts'
import { createIdentity, type IdentityApi, type IdentitySource } from '../identity/createIdentity.ts'
import { settingsProblem } from './checkSettings.ts'
import { noFlags } from './noFlags.ts'
import { createReadiness, type Readiness } from './readiness.ts'
import { registeredFlags, type RegisteredFlags } from './registeredFlags.ts'
import { reportProblems } from './reportProblems.ts'
import { createPromotionLevel } from './promotionLevel.ts'
import type { Settings } from './settings.ts'

/** How much may wait for delivery unless the settings say otherwise, in bytes. */
const MAX_BYTES = 1_000_000

/** Who is using the application, what is switched on for them, and what they did. */
export interface Telltale {
  readonly identity: IdentityApi
  /** Whether it is known who is here and what is switched on for them. */
  readonly ready: Readiness
  readonly flags: RegisteredFlags
  /**
   * Records that something happened. Never throws and never waits: the event is durable at once, gets the flags that were in
   * force, and reaches every destination, over reloads and lost networks. The name is a string that is not blank: a call without one
   * is reported and ignored.
   */
  readonly track: Track
  /** What the settings say of the application's flags and events. */
  readonly definitions: Definitions
  /** What has not arrived where it should. */
  readonly diagnostics: Readable<Diagnostics>
  /** What destinations have refused for good: kept over the end of the page, to be looked at or tried again. */
  readonly refused: RefusedApi
  /** Ends the layer: nothing of it moves afterwards. What is not delivered yet goes with the next visit. */
  close(): void
}

/**
 * Starts the layer: the one place where its parts meet. Throws a sentence when the settings are wrong; after that nothing of
 * it throws into the page. `personOf` is for the test kit, whose users are known without a question.
 */
export function createTelltale(
  settings: Settings,
  platform: Platform,
  personOf?: IdentitySource['personOf'],
): Telltale {
  const problem = settingsProblem(settings)
  if (problem) throw new Error(`Telltale cannot start. ${problem}`)

  const definitions: Definitions = settings.definitions ?? {}
  const { name, platform: appPlatform = 'web', multiPage = false } = settings.app
  const app = { name, platform: appPlatform, multiPage }
  const http = createHttp(platform)
  const bus = createBus<Topics>()
  const promotion = createPromotionLevel(settings, { bus, platform })
  const identity = createIdentity(platform, http, {
    whoAmIUrl: () => whoAmIUrl(settings, promotion.read()),
    untilReady: (signal) => untilDefined(promotion, signal),
    appPlatform,
    token: settings.auth.token,
    idToken: settings.auth.idToken,
    personOf,
  })
  const page = createDiagnostics({ bus, app, platform })
  const host: Host = {
    platform,
    http,
    identity: identity.confirmed,
    owners: identity.owners,
    bus,
    diagnostics: page,
    app,
    promotion,
    projectId() {
      const level = promotion.get()
      return level && projectOf(settings, level)
    },
  }
  const stopReporting = reportProblems(host, () => settings.silent === true || promotion.get() === 'production')
  // The screen and the flags may go by what who-am-i answered last time; events and vendors wait for its confirmation.
  const shown: Host = { ...host, identity: identity.current }
  const flags = (settings.flags ?? noFlags)(shown)
  const events = createEvents(
    {
      flags: flags.inForce,
      destinations: destinationsOf(settings),
      hasMessaging: Boolean(settings.messaging),
      flagsDeadlineMs: settings.events?.flagsDeadlineMs ?? undefined,
      maxBytes: settings.events?.maxBytes ?? MAX_BYTES,
    },
    host,
  )
  const ready = createReadiness(flags.inForce, platform.clock, (message) =>
    bus.publish('problem', { where: 'ready', message }),
  )
  const diagnostics = withCounts(page, events.counts)
  const observed = {
    ...shown,
    flagsStatus: flags.status,
    definitions,
    destinations: events.destinations,
    diagnostics,
  }
  const observers = (settings.observers ?? []).map((observe) => observe(observed))
  void identity.refresh()

  return {
    identity,
    ready,
    flags: registeredFlags(flags, definitions.flags),
    track: events.track as Track,
    definitions,
    diagnostics,
    refused: events.refused,
    close() {
      for (const part of [ready, events, flags, identity, promotion, ...observers]) part.stop()
      stopReporting()
      page.stop()
    },
  }
}

/** The same object for as long as nothing has changed, as `useSyncExternalStore` asks for. */
function withCounts(page: Readable<PageDiagnostics>, counts: Readable<EventCounts>): Readable<Diagnostics> {
  const together = rememberLast((known: PageDiagnostics) =>
    rememberLast((counted: EventCounts): Diagnostics => ({ ...known, ...counted })),
  )
  return {
    get: () => together(page.get())(counts.get()),
    subscribe(listener) {
      const undo = [page, counts].map(({ subscribe }) => subscribe(listener))
      return () => undo.forEach((step) => step())
    },
  }
}

function whoAmIUrl(settings: Settings, level: Promotion | undefined): string | undefined {
  return (
    level && `${trimSlashes(settings.api[level])}/project/${encodeURIComponent(projectOf(settings, level))}/who-am-i`
  )
}

const projectOf = ({ projects, app }: Settings, level: Promotion) =>
  projects[level][app.internal ? 'internal' : 'external']

const destinationsOf = ({ analytics, monitoring, messaging, destinations }: Settings): DestinationPart[] =>
  [analytics, monitoring, messaging, ...(destinations ?? [])].filter((part) => typeof part === 'function')
