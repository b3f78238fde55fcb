import { collector } from '../adapters/collector.ts'
import type { ObserverPart } from '../core/host.ts'
import type { Progress } from '../core/model/diagnostics.ts'
import { type EventIdentity, isSameIdentity } from '../core/model/event.ts'
import type { FlagsInForce } from '../core/model/flag.ts'
import type { KnownIdentity } from '../core/model/identity.ts'
import type { StartDeliveries } from '../events/createEvents.ts'
import type { Vendor } from '../events/vendorDestination.ts'
import type { FlagsPart } from '../flags/flagClient.ts'
import { createTelltale } from './createTelltale.ts'
import { sandboxSettings } from './sandboxSettings.suite.ts'
import { tokenOf, type Client, type Who, type World } from './truthWorld.suite.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'
import { startOn, launchDarklyAtOnce as launchDarkly } from '../testkit/createTelltaleAtOnce.ts'
import { vendor } from '../vendor.ts'

export interface Limits {
  flagsDeadlineMs?: number | undefined
  maxBytes?: number | undefined
}

/** The person who signs in, and the token that is used. */
export interface User {
  who: Who
  renewal?: number | undefined
}

/** A step in an event's life, and its position in the log. */
export interface Seen extends Progress {
  order: number
}

const NEVER = new Promise<never>(() => {})

/** A page with the library. What it shows is not read here: the log has what the test did, and what the servers answered. */
export function openPage(world: World, user: User, limits: Limits) {
  const client: Client = { page: world.log.length, isGone: false, now: () => clockNow() }
  const page = {
    ...{ client, who: user.who, renewal: user.renewal },
    token: tokenOf(user.who, user.renewal),
    /** The steps of each event, by its id. */
    lives: new Map<string, Seen[]>(),
    tracked: [] as string[],
    /** The token under which the page showed a user when it was last looked at. */
    shownToken: undefined as string | undefined,
    /** The flags with which events are stamped now. */
    currentFlags: undefined as (() => FlagsInForce) | undefined,
    /** The second file of the library has loaded. */
    hasFile: false,
    /** When it tracked events that the disk refused at that moment. Infinity: only memory has them until the file loads. */
    refusedAt: [] as number[],
    /** Called by an exit listener that the application has added after the library did. */
    atExit: undefined as (() => void) | undefined,
  }
  const platform = fakePlatform((request) => world.serve(request, client), world.disk, world.now)
  const clockNow = platform.clock.now
  platform.clock.now = () => clockNow() + world.skew
  stopWhenGone()
  world.record(client, { type: 'opened', token: page.token })
  const observer: ObserverPart = { name: 'test', start: ({ bus }) => ({ stop: bus.on('progress', note) }) }
  const start: StartDeliveries = (needs, host) => {
    page.hasFile = true
    return startOn(platform)(needs, host)
  }
  const telltale = createTelltale(
    {
      ...sandboxSettings,
      auth: { token: () => page.token ?? null },
      flags: {
        name: 'observed',
        start(host) {
          const part = launchDarkly({ clientSideId: 'env', streaming: true, sendEvents: false }) as FlagsPart
          const flags = part.start(host)
          page.currentFlags = flags.current.get
          return flags
        },
      } satisfies FlagsPart as FlagsPart,
      analytics: vendor(scriptOf(world, client)),
      destinations: [collector({ url: 'https://collect.test/' })],
      events: limits as object,
      observers: [observer],
    },
    { platform, loadDeliveries: () => world.loadFile(start, client) },
  )
  platform.page.onMayExit(() => page.atExit?.())

  /** The code of a page that is gone runs no more, so that nothing of it reaches the disk. */
  function stopWhenGone() {
    const { eventStore, storage } = platform
    platform.eventStore = (...name) =>
      new Proxy(eventStore(...name), {
        get:
          (target, key) =>
          (...given: unknown[]) =>
            client.isGone ? NEVER : (Reflect.get(target, key) as (...args: unknown[]) => unknown)(...given),
      }) as never
    platform.storage = {
      ...storage,
      set: (key, value) => client.isGone || storage.set(key, value),
      remove: (key) => void (client.isGone || storage.remove(key)),
    }
  }

  function note(step: Progress) {
    if (client.isGone) return
    page.lives.set(step.id, [...(page.lives.get(step.id) ?? []), { ...step, order: world.log.length }])
  }

  return {
    ...{ page, platform, telltale },
    track(name: string) {
      const who = telltale.identity.current.get()
      const shown = who.status === 'known' ? identityOf(who) : undefined
      world.record(client, { type: 'tracked', name, token: page.token, shown, isAlone: !page.hasFile })
      page.tracked.push(name)
      if (world.disk.condition === 'refuses') page.refusedAt.push(page.hasFile ? clockNow() : Infinity)
      telltale.track(name)
    },
    signIn(who: Who, renewal?: number) {
      Object.assign(page, { who, renewal, token: tokenOf(who, renewal) })
      world.record(client, { type: 'token', token: page.token })
      void telltale.identity.refresh()
    },
    logOut() {
      Object.assign(page, { who: 'nobody', token: undefined })
      world.record(client, { type: 'token', token: undefined })
      telltale.identity.reset()
    },
    end(how: 'leave' | 'crash') {
      platform[how]()
      client.isGone = true
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

const identityOf = ({ person, impersonator }: KnownIdentity): EventIdentity => ({
  id: person.unique_identity,
  ...(impersonator && { impersonator }),
})
