import { accounts } from '../../accounts.ts'
import { collector } from '../../collector.ts'
import { exposures } from '../../steps.ts'
import type { Observer } from '../../core/observer.ts'
import type { Progress } from '../../core/model/diagnostics.ts'
import { eventIdentity, type EventIdentity, isSameIdentity } from '../../core/model/event.ts'
import type { FlagsInForce } from '../../core/model/flag.ts'
import type { KnownIdentity } from '../../core/model/identity.ts'
import type { StartDeliveries } from '../../events/createEvents.ts'
import type { BuiltInDestination } from '../../events/destinations/destination.ts'
import type { Vendor } from '../../events/destinations/vendor.ts'
import type { FlagsPart } from '../../flags/flags.ts'
import { createTelltale } from '../createTelltale.ts'
import { settingsOf, type Deployment } from './truthDeployments.suite.ts'
import type { SaidToken, TokenFact } from './truthLog.suite.ts'
import { visitorIn } from '../tests/visitorBrowser.suite.ts'
import { tokenOf, type Client, type Who, type World } from './truthWorld.suite.ts'
import { fakePlatform, type FakePlatform } from '../../testing/fakePlatform.ts'
import { startOn, launchDarklyAtOnce } from '../../testkit/createTelltaleAtOnce.ts'
import { vendor } from '../../vendor.ts'
import { visitor } from '../../visitor.ts'

export interface Limits {
  flagsDeadlineMs?: number | undefined
  maxBytes?: number | undefined
}

/** The person who signs in, and the token that is used. */
export interface User {
  who: Who
  renewal?: number | undefined
  /** Where the page is opened. */
  of?: Deployment | undefined
  /** The version of the library; today's when absent. */
  library?: Library | undefined
}

/** What a version of the library has. */
export interface Library {
  createTelltale: typeof createTelltale
  startOn: typeof startOn
  launchDarklyAtOnce: typeof launchDarklyAtOnce
  vendor: typeof vendor
  collector: typeof collector
  accounts: typeof accounts
  visitor: typeof visitor
  exposures: typeof exposures
  /** Flags from another source than LaunchDarkly. */
  flagsOn?(platform: FakePlatform): FlagsPart
  /** Destinations beside the collectors. */
  beside?(): BuiltInDestination[]
}

export const TODAY: Library = {
  createTelltale,
  startOn,
  launchDarklyAtOnce,
  vendor,
  collector,
  accounts,
  visitor,
  exposures,
}

/** A token as the application gives one. */
type TokenInput = string | null | undefined

/** A step in an event's life, and its position in the log. */
export interface Seen extends Progress {
  order: number
}

/** What a page says about its visitor. */
export interface SeenVisitor {
  order: number
  name: string | undefined
  /** Whether the page said that nobody is signed in. */
  isSignedOut: boolean
  visitor: string | undefined
}

/** What a page showed when it read the flag, just before it tracked the event of this name. */
export interface Read {
  name: string
  order: number
  identity: EventIdentity | undefined
  plan: string
}

const NEVER = new Promise<never>(() => {})

/** A page with the library. What it shows is not read here: the log has what the test did, and what the servers answered. */
export function openPage(world: World, user: User, limits: Limits) {
  const { of = 'own', library = TODAY } = user
  const client: Client = { page: world.log.length, isGone: false, isFrozen: false, now: () => ownNow() + world.sleptMs }
  const page = {
    ...{ client, of, library, who: user.who, renewal: user.renewal },
    token: tokenOf(user.who, user.renewal),
    /** The steps of each event, by its id. */
    lives: new Map<string, Seen[]>(),
    tracked: [] as string[],
    /** The token under which the page showed a user when it was last looked at. */
    shownToken: undefined as string | undefined,
    /** The token for which it showed no user then. */
    nobodyToken: undefined as string | undefined,
    /** The flags with which events are completed now. */
    currentFlags: undefined as (() => FlagsInForce) | undefined,
    /** The lazy chunk of the library has loaded. */
    hasFile: false,
    /** When that was, by the page's clock as it would be if it had never been set. */
    fileAtMs: Infinity,
    /** When it tracked events that the disk refused at that moment. Infinity: only memory has them until the file loads. */
    refusedAt: [] as number[],
    /** How far its timers are behind: it was in the back/forward cache. */
    lagMs: 0,
    /** The promises of tokens that are not kept yet. */
    promised: [] as (() => void)[],
    /** The visitor that it showed when it was looked at and at each change, with the position in the log. A call of `track` has a name. */
    visitors: [] as SeenVisitor[],
    reads: [] as Read[],
    /** Called by an exit listener that the application has added after the library did. */
    atExit: undefined as (() => void) | undefined,
  }
  const platform = fakePlatform((request) => world.serve(request, client), world.disk, world.now)
  const clockNow = platform.clock.now
  const ownNow = () => clockNow() + page.lagMs
  platform.clock.now = () => ownNow() + world.skew
  stopWhenGone()
  /** What has been said last about the user of this page. */
  let latest: TokenFact = world.record(client, { type: 'opened', of, token: page.token })
  /** Whether the application has been asked for its token since then, and could not say yet which one it is. */
  let isRead = false
  let isUnknown = false
  const ofLatest = () =>
    world.log.filter((fact) => fact.type === 'tracked' && fact.page === client.page && fact.order > latest.order)
  /** For which questions the promises of tokens were kept, in the order in which that happened. */
  const questions: number[] = []
  const observer: Observer = { name: 'test', start: ({ on }) => on('progress', note) }
  const start: StartDeliveries = (needs, host) => {
    page.hasFile = true
    world.fileAt.set(client.page, world.log.length)
    page.fileAtMs = client.now()
    return library.startOn(platform, { identity })(needs, host)
  }
  const identity = {
    accounts: library.accounts(({ company_id: key }) => ({ organization: { key } })),
    ...(world.hasVisitor && { visitor: library.visitor() }),
  }
  const settings = settingsOf(of, library.collector)
  const telltale = library.createTelltale(
    {
      ...settings,
      destinations: [...settings.destinations, ...(library.beside?.() ?? [])],
      identity,
      auth: { token: giveToken, idToken: () => questions.shift()?.toString() },
      flags: {
        name: 'observed',
        start(host) {
          const part =
            library.flagsOn?.(platform) ??
            (library.launchDarklyAtOnce({ clientSideId: 'env', streaming: true, sendEvents: false }) as FlagsPart)
          const flags = part.start(host)
          page.currentFlags = flags.current.get
          return flags
        },
      } satisfies FlagsPart as FlagsPart,
      analytics: library.vendor(scriptOf(world, client)),
      events: { ...limits, steps: [library.exposures()] } as object,
      observers: [observer],
    },
    { platform, loadDeliveries: () => world.loadFile(start, client) },
  )
  platform.page.onMayExit(() => page.atExit?.())
  telltale.identity.current.subscribe(() => void (client.isGone || noteVisitor()))

  /** The code of a page that is gone runs no more, so that nothing of it reaches the disk. */
  function stopWhenGone() {
    const { decide, eventStore, storage } = platform
    platform.decide = (...given) => (client.isGone ? NEVER : decide(...given))
    platform.eventStore = (...name) =>
      new Proxy(eventStore(...name), {
        get(target, key) {
          const part: unknown = Reflect.get(target, key)
          if (typeof part !== 'function') return part
          return (...given: unknown[]) => (client.isGone ? NEVER : (part as (...args: unknown[]) => unknown)(...given))
        },
      }) as never
    platform.storage = {
      ...storage,
      set: (key, value) => client.isGone || storage.set(key, value),
      remove: (key) => void (client.isGone || storage.remove(key)),
    }
  }

  /** What the session of the application says. A promise, of whatever time, is for the user of that time. */
  function giveToken(): TokenInput | Promise<TokenInput> {
    const { token } = page
    const { session } = world
    isUnknown = session === 'unknown'
    // The application does not know any more who is signed in: as if it had asked again.
    if (isUnknown && isRead && latest.saidAt !== Infinity) latest = world.record(client, { type: 'token', token })
    if (session === 'ready') sayOf(latest)
    else if (!isRead || isUnknown) latest.saidAt = Infinity
    isRead = true
    if (session === 'ready') return token ?? null
    if (session === 'unknown') return undefined
    if (session === 'fails') return Promise.reject(new Error(`no session for ${token}`))
    const asked = latest
    return new Promise((resolve) =>
      page.promised.push(() => {
        sayOf(asked)
        if (token !== undefined) questions.push(asked.order)
        resolve(token ?? null)
      }),
    )
  }

  function sayOf(question: SaidToken) {
    if (question.saidAt === Infinity) question.saidAt = world.log.length
  }

  /** The user of events for which the application has never said who it was. */
  function setUnknownUser(token: string | undefined) {
    for (const fact of [latest, ...ofLatest()]) if ('token' in fact) fact.token = token
  }

  /** The application says that something has changed. While it could not say who is signed in, that is the same question. */
  function ask() {
    if (isUnknown) return setUnknownUser(page.token)
    latest = world.record(client, { type: 'token', token: page.token })
    isRead = false
  }

  function keepPromises() {
    for (const keep of page.promised.splice(0)) keep()
  }

  function note(step: Progress) {
    if (client.isGone) return
    page.lives.set(step.id, [...(page.lives.get(step.id) ?? []), { ...step, order: world.log.length }])
  }

  function noteVisitor(name?: string) {
    const shown = telltale.identity.current.get()
    const isSignedOut = shown.status === 'unknown' && shown.reason === 'signed-out'
    page.visitors.push({ order: world.log.length, name, isSignedOut, visitor: visitorIn(shown) })
  }

  return {
    ...{ page, platform, telltale },
    noteVisitor: () => noteVisitor(),
    track(name: string) {
      const who = telltale.identity.current.get()
      const shown = who.status === 'known' ? identityOf(who) : undefined
      world.record(client, {
        type: 'tracked',
        name,
        token: latest.token,
        shown,
        isAlone: !page.hasFile,
        sleptMs: world.sleptMs,
      })
      noteVisitor(name)
      page.tracked.push(name)
      const plan = telltale.flags.variation('plan', '')
      const isNews = plan !== '' && page.reads.at(-1)?.plan !== plan
      page.reads.push({ name, order: world.log.length, identity: eventIdentity(who), plan })
      if (world.disk.condition === 'refuses') {
        const at = page.hasFile ? clockNow() : Infinity
        // The exposure, if there was one, and the event.
        page.refusedAt.push(...(isNews ? [at, at] : [at]))
      }
      telltale.track(name)
    },
    signIn(who: Who, renewal?: number) {
      Object.assign(page, { who, renewal, token: tokenOf(who, renewal) })
      ask()
      void telltale.identity.refresh()
    },
    /** With the token that the page has. */
    refresh() {
      ask()
      void telltale.identity.refresh()
    },
    keepPromises,
    logOut() {
      Object.assign(page, { who: 'nobody', token: undefined })
      if (isUnknown) setUnknownUser(undefined)
      latest = world.record(client, { type: 'token', token: undefined })
      ;[isRead, isUnknown] = [true, false]
      telltale.identity.reset()
    },
    /** The page goes to the back/forward cache: its code does not run, and its connections break. */
    freeze() {
      world.record(client, { type: 'left' })
      platform.putInCache()
      platform.almostLeave()
      client.isFrozen = true
      world.record(client, { type: 'cached' })
    },
    thaw() {
      client.isFrozen = false
      world.record(client, { type: 'uncached' })
      page.lagMs = world.now - clockNow()
      world.cutOff((other) => other === client)
      platform.comeBack()
      if (world.session === 'ready') keepPromises()
    },
    end(how: 'leave' | 'crash') {
      if (how === 'leave') world.record(client, { type: 'left' })
      platform[how]()
      client.isGone = true
      if (latest.saidAt === Infinity) setUnknownUser(undefined)
      world.record(client, { type: 'gone' })
    },
  }
}

export type Page = ReturnType<typeof openPage>

/** A vendor's script. Its cookie is the browser's: every page finds the user that any page has identified. */
const scriptOf = (world: World, client: Client): Vendor => ({
  name: 'script',
  impersonation: 'tag',
  isLoaded: () => world.isScriptLoaded && !client.isGone,
  identify(identity) {
    if (client.isGone) return
    world.cookie = identityOf(identity)
    world.record(client, { type: 'identified', who: world.cookie })
  },
  remembers: (identity) =>
    identity ? isSameIdentity(world.cookie, identityOf(identity)) : !isSameIdentity(world.cookie, {}),
  reset: () => void (client.isGone || (world.cookie = {})),
  track(event) {
    if (!client.isGone) world.handed.push({ ...world.arrive(client, event), to: world.cookie })
  },
})

const identityOf = ({ person, impersonator, accounts: own }: KnownIdentity): EventIdentity => ({
  id: person.unique_identity,
  ...(impersonator && { impersonator }),
  ...(own && { accounts: own }),
})
