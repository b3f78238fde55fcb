import type { Consent, ConsentPart, Forgotten } from '../core/consentPart.ts'
import type { Host, Topics } from '../core/host.ts'
import { createHttp } from '../core/http/http.ts'
import { attempt } from '../core/lib/attempt.ts'
import { createBus, type Unsubscribe } from '../core/lib/listeners.ts'
import { readable, type Readable } from '../core/lib/readable.ts'
import { trimSlashes } from '../core/lib/url.ts'
import type { Definitions } from '../core/model/definitions.ts'
import type { EventCounts, FlushOptions, FlushResult, PageDiagnostics } from '../core/model/diagnostics.ts'
import type { ObservedLayer } from '../core/observer.ts'
import { atLevel, isText, type Level } from '../core/model/promotion.ts'
import type { Track } from '../core/model/registered.ts'
import type { Platform } from '../core/ports/platform.ts'
import { redactedBy } from '../core/redactedBy.ts'
import type { StepHost } from '../core/stepHost.ts'
import { isGiven } from '../core/optionTable.ts'
import { createEvents, type LoadDeliveries } from '../events/createEvents.ts'
import { partOf, type DestinationPart } from '../events/destinations/destination.ts'
import type { RefusedApi } from '../events/sending/refusedEvents.ts'
import { createDiagnostics } from '../events/reports/eventReports.ts'
import type { Flags, FlagsPart } from '../flags/flags.ts'
import { createIdentity, type IdentityApi } from '../identity/createIdentity.ts'
import type { PersonInput } from '../identity/identitySource.ts'
import type { AccountsPart } from '../identity/accountsPart.ts'
import { personSource } from '../identity/personSource.ts'
import type { VisitorPart } from '../identity/visitorPart.ts'
import { whoAmISource } from '../identity/whoAmISource.ts'
import { reportProblems } from './reportProblems.ts'
import { kindOf, levelOf, readSettings, type ReadSettings, settingsProblem } from './checkSettings.ts'
import { createReadiness, type Readiness } from './readiness.ts'
import { noFlags, registeredFlags } from './registeredFlags.ts'
import type { Settings } from './settings.ts'
import { startPart } from './startPart.ts'

/** The default budget of the events that wait for delivery, in bytes. */
const MAX_BYTES = 1_250_000

const IDENTIFY_WINS = 'identify() replaces identity.person. (T151)'
const WHO_AM_I_SAYS = 'The call was ignored: who-am-i says who is signed in. (T59)'

/** The identity, the feature flags and the events of an application's user. */
export interface Telltale {
  /** Who is signed in. */
  readonly identity: IdentityApi
  /**
   * Says who is signed in, for an application whose own session knows it: a person with a `unique_identity`, or `null` for nobody.
   * From then on this holds in place of `identity.person` of the settings. Where who-am-i says who is signed in, the call is
   * reported and ignored.
   */
  identify(person: PersonInput): void
  /** Whether the current user and the flags of that user are known. */
  readonly ready: Readiness
  /** The feature flags of the current user. */
  readonly flags: Flags
  /**
   * Records an event. Never throws and never waits: the event is in the browser's storage when this returns, gets the current flags,
   * and reaches every destination despite reloads and network failures. Without storage, or while `consent` of the settings holds it back, it is
   * lost if its page ends before it is delivered. The name must be a string that is not blank: a call without one is reported and ignored.
   */
  readonly track: Track
  /** The definitions of the application's flags and events, from the settings. */
  readonly definitions: Definitions
  /** What the present user allows, with `consent` in the settings. */
  readonly consent?: Consent | undefined
  /**
   * Forgets the present user, with `consent` in the settings: everything about the user leaves this browser, in all tabs, scripts are told, and the
   * application is asked at `forgetUrl`. Nothing is kept or sent for this user as long as the page is open. Resolves when it is done. Never rejects.
   */
  readonly forget?: (() => Promise<Forgotten>) | undefined
  /** What the page knows about events that were dropped, or that may not be delivered. */
  readonly diagnostics: Readable<PageDiagnostics>
  /**
   * Counts the events that wait, and the events that were refused, including those of other tabs and of earlier visits. Each call
   * reads all events that the browser keeps.
   */
  counts(): Promise<EventCounts>
  /**
   * Delivers what waits now, and resolves when nothing is left to deliver, or after `timeoutMs`, with what was acknowledged and refused,
   * and with what still waits and why. Call it before the application leaves for another site, or in a test. Events are delivered
   * without it, too. Never rejects.
   */
  flush(options?: FlushOptions): Promise<FlushResult>
  /** The events that destinations have refused permanently. They are kept after the page ends, to be inspected or retried. */
  readonly refused: RefusedApi
  /**
   * Stops the layer and all its activity. Events that are not delivered yet are sent on the next visit. From then on `track` is
   * ignored, because the layer no longer knows who is signed in.
   */
  close(): void
}

export interface LayerNeeds {
  platform: Platform
  loadDeliveries: LoadDeliveries
}

/**
 * Starts the layer and connects its parts. Throws an error that says what to do when the settings are wrong; after that the
 * layer never throws into the page.
 */
export function createTelltale(given: Settings, { platform: device, loadDeliveries }: LayerNeeds): Telltale {
  const read = readSettings(given)
  const problem = settingsProblem(read)
  if (problem) throw new Error(`Telltale cannot start. ${problem}`)
  const promotion = levelOf(read)
  const projectId = projectOf(read, promotion)

  const definitions: Definitions = read.definitions ?? {}
  const { name, platform: givenPlatform, multiPage: isMultiPage } = read.app
  const appPlatform = isText(givenPlatform) ? givenPlatform : 'web'
  const multiPage = isMultiPage === true
  const space = `${name}@${promotion}/${projectId ?? ''}`
  const app = { name, platform: appPlatform, multiPage, space, promotion, projectId }
  const bus = createBus<Topics>()
  // It stands between the layer and its platform.
  const gate = (read.consent as ConsentPart | undefined)?.open(read, device, space)
  const { platform, settings } = gate ?? { platform: device, settings: read }
  const http = createHttp(platform)
  const { auth } = settings
  const reportTo = (where: string) => (message: string) => bus.publish('problem', { where, message })
  const source = auth
    ? whoAmISource(
        { ...auth, appPlatform, url: whoAmIUrl(atLevel(settings.api ?? '', promotion), projectId) },
        { http, report: reportTo('identity') },
      )
    : personSource(settings.identity?.person, reportTo('identity'))
  const { accounts, visitor } = (settings.identity ?? {}) as IdentityParts
  const identity = createIdentity(platform, source, {
    accountsOf: (person) => accounts?.read(person, reportTo('identity')),
    withVisitor: visitor?.createVisitors(platform, space),
  })
  const { current, confirmed, questions, repetition, refresh, reset } = identity
  const diagnostics = createDiagnostics({ bus, platform })
  const host: Host = {
    platform,
    http,
    identity: confirmed,
    questions,
    repetition,
    bus,
    diagnostics,
    app,
  }
  const stopReporting = reportProblems(host, () => settings.silent === true || promotion === 'production')
  if (platform.running?.has(name))
    reportTo('layer')(`Two layers of "${name}" run in this page: close() one of them. (T43)`)
  platform.running?.add(name)
  // The screen and the flags may use the remembered answer of who-am-i; events and vendors wait for its confirmation.
  const shown: Host = { ...host, identity: current }
  const flags = (settings.flags as FlagsPart | undefined)?.start(shown) ?? noFlags(shown)
  const steps = settings.events?.steps ?? []
  const redacted = redactedBy(steps)
  const events = createEvents(
    {
      shown: current,
      flags: flags.current,
      destinations: destinationsOf(settings),
      hasMessaging: Boolean(settings.messaging),
      flagsDeadlineMs: settings.events?.flagsDeadlineMs ?? undefined,
      maxBytes: settings.events?.maxBytes ?? MAX_BYTES,
      steps,
      redacted,
      loadDeliveries,
    },
    host,
  )
  const { status, allFlags, getFlag, servedFlag, override, watch } = flags
  const ready = createReadiness(flags.current, platform.clock, reportTo('ready'))
  let isAsked = false
  const observed: Omit<ObservedLayer, 'warn'> = {
    app: name,
    promotion: promotion === 'only' ? undefined : promotion,
    destinations: events.destinations,
    definitions,
    identity: {
      current,
      confirmed,
      failure: readable(() => repetition.failed.get()?.reason, repetition.failed.watch),
      askedAt: () => questions.now().askedAt,
    },
    flags: { status, allFlags, getFlag, servedFlag, override, watch },
    on: bus.on,
    record: (...event) => (isAsked ? events.record(...event) : void queueMicrotask(() => events.record(...event))),
  }
  // The library's own steps get more than their type says: what a part of the layer gets.
  const stepped: Omit<StepHost, 'warn'> = { ...observed, '~host': host, '~redacted': redacted }
  const stopParts = (settings.observers ?? []).map((observer) => startPart(observer, observed, reportTo))
  // What an observer or a step records at its start belongs to the first question.
  isAsked = true
  void refresh()
  stopParts.push(...steps.map((step) => startPart(step, stepped, reportTo)), events.announce())

  return {
    identity: { current, refresh, reset },
    identify(person) {
      if (!source.setPerson) return reportTo('identify')(WHO_AM_I_SAYS)
      if (settings.identity?.person) reportTo('identify')(IDENTIFY_WINS)
      source.setPerson(person)
      void refresh()
    },
    ready,
    flags: registeredFlags(flags, definitions.flags ?? undefined),
    track: events.track as Track,
    definitions,
    diagnostics,
    consent: gate?.consent,
    forget: gate?.forget,
    counts: events.counts,
    flush: events.flush,
    refused: events.refused,
    close() {
      for (const part of [ready, events, flags, identity]) part.stop()
      for (const stop of stopParts.splice(0)) attempt(stop as Unsubscribe)
      stopReporting()
      platform.running?.delete(name)
    },
  }
}

/** What the values in `identity` of the settings consist of. */
interface IdentityParts {
  readonly accounts?: AccountsPart | undefined
  readonly visitor?: VisitorPart | undefined
}

const whoAmIUrl = (api: string, projectId: string | undefined) =>
  `${trimSlashes(api)}${projectId ? `/project/${encodeURIComponent(projectId)}` : ''}/who-am-i`

function projectOf(settings: ReadSettings, level: Level): string | undefined {
  const { projects } = settings
  if (!isGiven(projects)) return undefined
  const ids = atLevel(projects, level)
  return typeof ids === 'string' ? ids : ids[kindOf(settings.app)]
}

const destinationsOf = ({ analytics, monitoring, messaging, destinations }: Settings): DestinationPart[] =>
  [analytics, monitoring, messaging, ...(destinations ?? [])].filter(isGiven).map(partOf)
