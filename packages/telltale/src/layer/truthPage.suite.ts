import { expect } from 'vitest'
import { collector } from '../adapters/collector.ts'
import { sameJson } from '../core/lib/sameJson.ts'
import { eventIdentity } from '../core/model/eventIdentity.ts'
import type { Vendor } from '../analytics/vendor.ts'
import { vendorDestination } from '../analytics/vendorDestination.ts'
import type { EventIdentity } from '../core/model/event.ts'
import type { Progress } from '../core/model/progress.ts'
import { launchDarkly } from '../flags.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'
import { createTelltale } from './createTelltale.ts'
import { sandboxSettings } from './sandboxSettings.suite.ts'
import { isSame, outcomeOn, type Era, type Truth, type View } from './truthModel.suite.ts'
import { tokenOf, type Client, type Who, type World } from './truthWorld.suite.ts'

export interface Limits {
  flagsDeadlineMs?: number | undefined
  maxBytes?: number | undefined
}

/** A step in an event's life, and who was there at that moment. */
export interface Seen extends Progress {
  present: EventIdentity | undefined
}

/** A page with the layer, and the model beside it, which hears what the layer tells any application. */
export function openPage(world: World, as: Who, limits: Limits) {
  const page = {
    who: as,
    token: tokenOf(as),
    era: {} as Era,
    client: { isGone: false } as Client,
    /** Of these it has the drafts: of its own, and of those that it has found when it was opened. */
    own: new Set<Truth>(),
    found: new Set<Truth>(),
    isOpening: true,
    lives: new Map<string, Seen[]>(),
    tracked: [] as string[],
    trackedAt: [] as number[],
    /** How many events have happened within the last so many milliseconds. */
    unanswered: (ms: number): number => page.trackedAt.filter((at) => at >= platform.clock.now() - ms).length,
  }
  const platform = fakePlatform((request) => world.serve(request, page.client), world.disk, world.now)
  const { now } = platform.clock
  platform.clock.now = () => now() + world.skew
  const telltale = createTelltale(
    {
      ...sandboxSettings,
      auth: { token: () => page.token },
      flags: launchDarkly({ clientSideId: 'env', streaming: true, sendEvents: false }),
      analytics: vendorDestination(() => scriptOf(world)),
      destinations: [collector({ url: 'https://collect.test/' })],
      events: limits as object,
      observers: [({ bus }) => ({ stop: bus.on('progress', note) })],
    },
    platform,
  )
  const { identity, flags } = telltale

  function note(step: Progress) {
    page.lives.set(step.id, [...(page.lives.get(step.id) ?? []), { ...step, present: page.era.who }])
  }

  /** What the page knows now, which must be true. */
  function look(): View {
    const { epoch } = identity.current.get()
    const who = eventIdentity(identity.current.get())
    if (page.era.who && !(who && isSame(who, page.era.who))) page.era = {}
    if (who) page.era.who = who
    const { isReady, epoch: flagsOf, values } = flags.inForce.get()
    const isThere = isReady && flagsOf === epoch
    const plan = values['plan']
    if (isThere && who?.id && plan !== undefined) expect(plan).toMatch(new RegExp(`^${who.id} \\d+$`))
    return { ...page, ...limits, now: platform.clock.now(), flags: isThere ? { plan } : undefined }
  }

  function follow() {
    if (page.client.isGone) return
    const view = look()
    for (const held of [page.own, page.found]) {
      for (const truth of held) {
        const outcome = outcomeOn(view, held === page.own, truth)
        if (!outcome) continue
        const { maybe, ...stored } = outcome
        if (!truth.outcomes.some((known) => sameJson(known, stored))) truth.outcomes.push(stored)
        // While a page opens it may not have come to what it finds; and where a clock was set, a deadline may be near or far.
        const isDoubtful = (page.isOpening && held === page.found) || (world.wasClockSet && limits.flagsDeadlineMs)
        if (maybe || isDoubtful) continue
        truth.isSettled = true
        held.delete(truth)
      }
    }
  }

  /** Whoever is known to be here is who the back end has said; nobody only when it has failed, or there is no token. */
  function check() {
    follow()
    const { told } = page.client
    const who = page.era.who
    if (!who || page.token === undefined) return expect(who ?? {}).toEqual({})
    if (told?.token === page.token) return expect(who).toEqual(told.who)
    expect([...(world.said.get(page.token) ?? []), page.client.hasFailed && {}]).toContainEqual(who)
  }

  identity.current.subscribe(follow)
  flags.inForce.subscribe(follow)
  follow()

  return {
    ...{ page, platform, telltale, follow, check },
    track(name: string): Truth {
      follow()
      const { era, token } = page
      const truth = {
        era,
        token,
        known: era.who,
        at: platform.clock.now(),
        isOverdue: false,
        isSettled: false,
        wasFound: false,
        outcomes: [],
      }
      page.own.add(truth)
      page.tracked.push(name)
      page.trackedAt.push(truth.at)
      telltale.track(name)
      follow()
      const { flagsDeadlineMs } = limits
      if (flagsDeadlineMs !== undefined) {
        platform.clock.after(flagsDeadlineMs, () => {
          truth.isOverdue = true
          follow()
        })
      }
      return truth
    },
    signIn(who: Who) {
      const token = tokenOf(who)
      if (token !== page.token) {
        page.era = {}
        page.client.hasFailed = false
      }
      Object.assign(page, { who, token })
      page.client.told = undefined
      void telltale.identity.refresh()
      follow()
    },
    logOut() {
      Object.assign(page, { who: 'nobody', token: undefined, era: {} })
      page.client.told = undefined
      telltale.identity.reset()
      follow()
    },
  }
}

export type Page = ReturnType<typeof openPage>

/** A script in the pages, which knows of nobody but who it was told of last, in whichever page: its cookie is the browser's. */
const scriptOf = (world: World): Vendor => ({
  name: 'script',
  impersonation: 'tag',
  isLoaded: () => world.isScriptLoaded,
  identify: (who) => void (world.cookie = eventIdentity(who) ?? {}),
  reset: () => void (world.cookie = {}),
  track: (event) => void world.handed.push({ event, to: world.cookie }),
})
