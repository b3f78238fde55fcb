import { collector } from '../adapters/collector.ts'
import type { Vendor } from '../events/vendor.ts'
import { vendorDestination } from '../events/vendorDestination.ts'
import type { EventIdentity } from '../core/model/event.ts'
import type { KnownIdentity } from '../events/vendor.ts'
import type { Progress } from '../core/model/progress.ts'
import { launchDarkly } from '../flags.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'
import { createTelltale } from './createTelltale.ts'
import { sandboxSettings } from './sandboxSettings.suite.ts'
import { tokenOf, type Client, type Who, type World } from './truthWorld.suite.ts'

export interface Limits {
  flagsDeadlineMs?: number | undefined
  maxBytes?: number | undefined
}

/** Who signs in, and with which of their tokens. */
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
    /** When it tracked events that the disk refused at that moment. */
    refusedAt: [] as number[],
    /** Called by an exit listener that the application has added after the library did. */
    atExit: undefined as (() => void) | undefined,
  }
  const platform = fakePlatform((request) => world.serve(request, client), world.disk, world.now)
  const clockNow = platform.clock.now
  platform.clock.now = () => clockNow() + world.skew
  stopWhenGone()
  world.record(client, { type: 'opened', token: page.token })
  const telltale = createTelltale(
    {
      ...sandboxSettings,
      auth: { token: () => page.token },
      flags: launchDarkly({ clientSideId: 'env', streaming: true, sendEvents: false }),
      analytics: vendorDestination(() => scriptOf(world, client)),
      destinations: [collector({ url: 'https://collect.test/' })],
      events: limits as object,
      observers: [({ bus }) => ({ stop: bus.on('progress', note) })],
    },
    platform,
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
      world.record(client, { type: 'tracked', name, token: page.token })
      page.tracked.push(name)
      if (world.disk.condition === 'refuses') page.refusedAt.push(clockNow())
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
  reset: () => void (client.isGone || (world.cookie = {})),
  track(event) {
    if (!client.isGone) world.handed.push({ ...world.arrive(client, event), to: world.cookie })
  },
})

const identityOf = ({ person, impersonator }: KnownIdentity): EventIdentity => ({
  id: person.unique_identity,
  ...(impersonator && { impersonator }),
})
