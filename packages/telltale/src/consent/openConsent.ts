import { attempt } from '../core/lib/attempt.ts'
import { createListeners } from '../core/lib/listeners.ts'
import { readable, type Watchable } from '../core/lib/readable.ts'
import type { Consent, Forgotten, OpenConsent } from '../core/consentPart.ts'
import type { Identity } from '../core/model/identity.ts'
import type { ObservedLayer } from '../core/observer.ts'
import type { Permits, Platform } from '../core/ports/platform.ts'
import type { Step } from '../core/step.ts'
import { askToForget } from './askToForget.ts'
import { createConsentState, type RecordDecision, type Wanted } from './consentState.ts'
import { NECESSARY } from './decisions.ts'
import { holdFlagEvents } from './holdFlagEvents.ts'
import { holdStorage } from './heldStorage.ts'
import type { ConsentSettings } from './options.ts'
import { type StartedReader, startReader } from './startReader.ts'
import { destinationsIn, type NamedParts, purposesOf } from './uses.ts'

/** The name of the event that records a decision. */
const CONSENT_CHANGED = 'Consent changed'
/** Purposes that a dialogue may have although nothing on this page needs them. */
const USUAL = ['analytics', 'monitoring', 'messaging']

/** What differs by environment. */
export interface ConsentPorts extends Pick<Permits, 'removeCookies'> {
  /** Deletes the database of what pages have decided together. */
  deleteDecisions(): void
  /** Whether the browser sends Global Privacy Control. */
  isGpc(): boolean
  /** Calls the listener after another tab has changed a key that begins with this. */
  onStored(prefix: string, listener: () => void): () => void
}

/** The settings that are read, or replaced. */
interface LayerSettings extends NamedParts {
  readonly auth?: { token?(): unknown } | undefined
  readonly identity?: { readonly visitor?: Visitor } | undefined
  readonly events?: { readonly steps?: readonly Step[] } | undefined
}

/** See `visitorPart`. */
interface Visitor {
  createVisitors(platform: Platform, space: string): Follow
}

/** Returns the next identity, as it is to be. */
type Follow = (next: Identity, ...rest: readonly unknown[]) => Identity

interface Needs<Layer> {
  /** The settings of the layer. */
  layer: Layer
  platform: Platform
  space: string
}

/** Puts between a layer and its platform what holds back what is not allowed, and lets users decide. */
export function openConsent<Layer extends object>(
  settings: ConsentSettings,
  { layer, platform, space }: Needs<Layer>,
  { isGpc, onStored, deleteDecisions, removeCookies }: ConsentPorts,
): OpenConsent<Layer> {
  const { identity, events, ...others } = layer as LayerSettings
  const destinations = destinationsIn(others)
  const { purposes, unknown } = purposesOf(destinations, settings.purposes ?? {})
  const named = typeof settings.initial === 'object' ? Object.keys(settings.initial) : []
  const optional = [...new Set([...purposes.values(), ...named])].filter((one) => one !== NECESSARY)
  const denied = settings.respects?.length && isGpc() ? (settings.gpc ?? optional) : []
  const state = createConsentState({ ...platform, settings, space, optional, denied })
  const changes = createListeners<[]>()
  const { marks } = state
  let settling: Promise<unknown> = Promise.resolve()
  const permits: Permits = {
    of(use, person) {
      const purpose = purposes.get(use)
      return purpose === undefined ? 'granted' : state.of(purpose, person)
    },
    purposeOf: (use) => purposes.get(use),
    holder: state.holder,
    isForgotten: state.isForgotten,
    mustDelete: () => marks.open().length > 0,
    watch: changes.add,
    settling(work) {
      const these = marks.open()
      const ended = work.then((isDone) => isDone && marks.end(these))
      settling = Promise.all([settling, ended])
    },
    guard: (http) => holdFlagEvents(permits)(http),
    removeCookies,
  }
  const held = holdStorage(platform.storage, { permits, space, destinations: destinations.map(([name]) => name) })
  /** What was decided before it was known for whom. */
  const waiting: Wanted[] = []
  let running: ObservedLayer | undefined
  let isClosed = false
  let former = ''
  const record: RecordDecision = (properties) => running?.record(CONSENT_CHANGED, { ...properties }, 'consent')

  function update() {
    if (!state.update()) return
    held.settle()
    changes.notify()
    if ([permits.of('visitor'), permits.of('session')].includes('denied')) deleteDecisions()
  }

  function decide(wanted: Wanted) {
    if (state.get().isLocked) return running?.warn('A decision was ignored: the user is impersonated. (T197)')
    state.decide(wanted, record)
    update()
  }

  const consent: Consent = {
    ...readable(state.get, changes.add),
    set(given, how) {
      if (isClosed) return
      const choices = Object.entries(attempt(() => ({ ...given })) ?? {})
      const isKnown = ([name, value]: (typeof choices)[number]) =>
        [...optional, ...USUAL].includes(name) && typeof value === 'boolean'
      const wrong = choices.filter((choice) => !isKnown(choice)).map(([name]) => name)
      if (wrong.length > 0)
        running?.warn(
          `Purposes are ignored that the settings do not have, or that are not true or false: ${wrong.join(', ')} (T198)`,
        )
      const about: Partial<Record<string, unknown>> = attempt(() => ({ ...how })) ?? {}
      const textOf = (name: string, otherwise: string) =>
        typeof about[name] === 'string' ? (about[name] as string) : otherwise
      const wanted = {
        purposes: Object.fromEntries(choices.filter(isKnown)),
        text: textOf('text', settings.text ?? ''),
        source: textOf('source', 'page'),
      }
      if (Object.keys(wanted.purposes).length === 0) return
      if (!running || state.holder() === undefined) waiting.push(wanted)
      else decide(wanted)
    },
    withdraw: (how) => consent.set(Object.fromEntries(optional.map((one) => [one, false])), how),
  }

  async function forget(): Promise<Forgotten> {
    const who = running?.identity.current.get()
    if (!running || !who || state.holder() === undefined || state.get().isLocked) {
      running?.warn('forget() was ignored: the user is impersonated, or not known yet. (T200)')
      return { isRequested: false, status: 0 }
    }
    const token = (async () => others.auth?.token?.())()
    held.forget()
    state.forget()
    update()
    const [answer] = await Promise.all([askToForget({ platform, url: settings.forgetUrl, token, who }), settling])
    running.warn(
      `The user is forgotten in this browser. The application has answered with status ${answer.status}. (T203)`,
    )
    return answer
  }

  /** The state is that of the next user before anything is kept for that user. */
  const follow =
    (then: Follow | undefined): Follow =>
    (next, ...rest) => {
      state.follow(next)
      const holder = state.holder()
      // A visitor who signs in is the person.
      if (former && holder !== undefined && holder !== former) held.forget()
      former = holder ?? former
      if (state.update()) held.settle()
      return then ? then(next, ...rest) : next
    }

  let tool: StartedReader | undefined
  /** For whom a tool can decide. */
  const undecided = () => (state.get().isLocked ? undefined : state.holder())

  function hearIdentity() {
    changes.notify()
    if (state.holder() !== undefined) waiting.splice(0).forEach(decide)
    tool?.hearIdentity()
  }

  function hearOtherTab() {
    state.reread(record)
    update()
  }

  const step: Step = {
    name: 'consent',
    start(started) {
      running = started
      if (unknown.length > 0)
        started.warn(`purposes has names that are neither a destination nor a use: ${unknown.join(', ')} (T196)`)
      const current = started.identity.current as Watchable<Identity>
      // In the back/forward cache, a page hears of nothing.
      const { onReturn } = platform.page
      const undo = [current.watch(hearIdentity), onStored(state.prefix, hearOtherTab), onReturn(hearOtherTab)]
      if (settings.reader) {
        const { warn } = started
        tool = startReader(settings.reader, { clock: platform.clock, warn, decide: consent.set, holder: undecided })
      }
      hearIdentity()
      return () => {
        isClosed = true
        tool?.stop()
        undo.forEach((end) => end())
      }
    },
    enrich() {
      const { decision } = state.get()
      return decision && { moment: { consent: decision.id } }
    },
  }
  const visitor = identity?.visitor
  const next: LayerSettings = {
    ...others,
    events: { ...events, steps: [step, ...(events?.steps ?? [])] },
    identity: {
      ...identity,
      visitor: { ...visitor, createVisitors: (...given) => follow(visitor?.createVisitors(...given)) },
    },
  }
  return { settings: next as Layer, platform: { ...platform, storage: held.storage, permits }, consent, forget }
}
