import { attempt } from '../core/lib/attempt.ts'
import { createListeners } from '../core/lib/listeners.ts'
import { readable, type Watchable } from '../core/lib/readable.ts'
import { sleep } from '../core/lib/time.ts'
import type { Consent, Forgotten, OpenConsent } from '../core/consentPart.ts'
import type { Identity } from '../core/model/identity.ts'
import type { ObservedLayer } from '../core/observer.ts'
import type { Permits, Platform } from '../core/ports/platform.ts'
import type { Step } from '../core/step.ts'
import { createConsentState, type RecordDecision, type Wanted } from './consentState.ts'
import { NECESSARY } from './decisions.ts'
import { holdFlagEvents } from './holdFlagEvents.ts'
import { holdStorage } from './heldStorage.ts'
import type { ConsentSettings } from './options.ts'
import type { Deciding, LatePorts, StartDeciding } from './startDeciding.ts'
import { destinationsIn, type NamedParts, purposesOf } from './uses.ts'

/** The name of the event that records a decision. */
const CONSENT_CHANGED = 'Consent changed'
/** Purposes that a dialogue may have although nothing on this page needs them. */
const USUAL = ['analytics', 'monitoring', 'messaging']

/** How many decisions wait until it is known for whom: the latest of them. */
const MAX_WAITING = 100
/** How long `forget` waits for what the page loads later, in milliseconds. */
const LOADING_MS = 30_000

/** What differs by environment. */
export interface ConsentPorts extends LatePorts {
  /** Whether the browser sends Global Privacy Control. */
  isGpc(): boolean
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
  ports: ConsentPorts,
): OpenConsent<Layer> & Connects {
  const { identity, events, ...others } = layer as LayerSettings
  const destinations = destinationsIn(others)
  const { purposes, unknown } = purposesOf(
    destinations,
    settings.purposes ?? {},
    (others.flags as { purpose?: string } | undefined)?.purpose,
  )
  const named = typeof settings.initial === 'object' ? Object.keys(settings.initial) : []
  const optional = [...new Set([...purposes.values(), ...named])].filter((one) => one !== NECESSARY)
  const denied = settings.respects?.length && ports.isGpc() ? (settings.gpc ?? optional) : []
  const state = createConsentState({ ...platform, settings, space, optional, denied })
  const changes = createListeners<[]>()
  let late: Deciding | undefined
  /** What ends what is running. */
  const undo: (() => void)[] = []
  const permits: Permits = {
    of(use, owner) {
      // The flags of a user who is forgotten may be written later.
      if (use === 'flagCache' && state.hasForgotten()) return 'denied'
      const purpose = purposes.get(use)
      return purpose === undefined ? 'granted' : state.of(purpose, owner)
    },
    purposeOf: (use) => purposes.get(use),
    holder: state.holder,
    ownerOf: state.ownerOf,
    isForgotten: (...which) => (late ?? state).isForgotten(...which),
    mustDelete: () => late?.mustDelete() ?? false,
    watch: changes.add,
    settling: (work) => late?.settling(work),
    guard: (http) => holdFlagEvents(permits)(http),
    removeCookies: (beginnings) => late?.removeCookies(beginnings),
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
  }

  let isDenied = false

  /** Nothing is to be deleted from a database that no page has used. */
  function deny() {
    if (platform.storage.keys(`used:${space}`).length === 0) return
    isDenied = true
    late?.deny()
  }

  function decide(wanted: Wanted) {
    if (state.get().isLocked) return running?.warn('A decision was ignored: the user is impersonated. (T197)')
    if (state.decide(wanted, record)) deny()
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
      if (running && state.holder() !== undefined) return decide(wanted)
      if (waiting.push(wanted) > MAX_WAITING) waiting.shift()
    },
    withdraw: (how) => consent.set(Object.fromEntries(optional.map((one) => [one, false])), how),
  }

  let hasLoaded: () => void = () => {}
  const loaded = new Promise<void>((resolve) => (hasLoaded = resolve))

  async function forget(): Promise<Forgotten> {
    if (!late || !running) {
      const waited = new AbortController()
      await Promise.race([loaded, sleep(platform.clock, LOADING_MS, waited.signal)])
      waited.abort()
    }
    return late && running ? late.forget(running) : { isRequested: false, status: 0 }
  }

  /** The state is that of the next user before anything is kept for that user. */
  const follow =
    (then: Follow | undefined): Follow =>
    (next, ...rest) => {
      const wasForgotten = state.isForgotten()
      state.follow(next)
      const holder = state.holder()
      // A visitor who signs in is the person.
      if (former && holder !== undefined && holder !== former) held.forget()
      if (wasForgotten && !state.isForgotten()) held.forget()
      former = holder ?? former
      if (state.update()) held.settle()
      const identityNow = then ? then(next, ...rest) : next
      if (identityNow.status === 'unknown') state.meet(identityNow.visitor)
      if (state.update()) held.settle()
      return identityNow
    }

  function hearIdentity() {
    if (state.holder() !== undefined) waiting.splice(0).forEach(decide)
    changes.notify()
  }

  const connected = { settings, platform, ports, permits, state, held, record, set: consent.set, changes, update }

  function startLate() {
    if (!late || !running || isClosed) return
    undo.push(late.start(running))
    hasLoaded()
  }

  const step: Step = {
    name: 'consent',
    start(started) {
      running = started
      if (unknown.length > 0)
        started.warn(`purposes has names that are neither a destination nor a use: ${unknown.join(', ')} (T196)`)
      const current = started.identity.current as Watchable<Identity>
      undo.push(current.watch(hearIdentity))
      hearIdentity()
      startLate()
      return () => {
        isClosed = true
        for (const end of undo) end()
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
  return {
    settings: next as Layer,
    platform: { ...platform, storage: held.storage, permits },
    consent,
    forget,
    connect(startDeciding) {
      late ??= startDeciding({ ...connected, token: () => others.auth?.token?.() })
      if (isDenied) late.deny()
      startLate()
    },
  }
}

/** What comes after the first paint is told here. */
export interface Connects {
  connect(startDeciding: StartDeciding): void
}
