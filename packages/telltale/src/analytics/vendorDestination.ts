import { sameJson } from '../core/lib/sameJson.ts'
import { sleep } from '../core/lib/sleep.ts'
import type { AnalyticsEvent, EventIdentity } from '../core/model/event.ts'
import type { Identity } from '../core/model/identity.ts'
import type { DestinationPart } from './destination.ts'
import { eventIdentity } from './draftEvent.ts'
import { isWanted } from './impersonation.ts'
import { isSameIdentity, type KnownIdentity, type VendorPart } from './vendor.ts'

/** How often a script that has not loaded is looked for, in milliseconds: soon at first, then seldom. */
const FIRST_LOOK_MS = 100
const LAST_LOOK_MS = 5_000

/**
 * Hands events over to a vendor's script: in order, once it has loaded, and only while it takes whoever they belong to for
 * the one who is here. The journal's bookmark says what was handed over.
 */
export const vendorDestination =
  (part: VendorPart): DestinationPart =>
  (host) => {
    const { identity, bus, platform } = host
    const vendor = part(host)
    /** Whom the vendor takes for the one who is here. */
    let told: KnownIdentity | undefined

    function attempt<T>(action: () => T): T | undefined {
      try {
        return action()
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        bus.publish('problem', {
          where: vendor.name,
          message: `its script has failed (${reason}): the next call goes on`,
        })
        return undefined
      }
    }

    const isLoaded = () => attempt(() => vendor.isLoaded()) === true

    /** Tells the vendor who is here: once, and what changes of them. */
    function follow() {
      const who = identity.get()
      // A token that is renewed is no news: it may well turn out to be of the same person.
      if (who.status === 'resolving') return
      if (told && !isSameIdentity(whose(told), whose(who))) {
        told = undefined
        attempt(vendor.reset)
      }
      if (who.status !== 'known' || sameJson(told?.person, who.person) || !isLoaded()) return
      if (who.impersonator !== undefined && vendor.impersonation === 'suppress') return
      const isCorrection = told !== undefined
      told = who
      attempt(() => (isCorrection ? vendor.update?.(who) : vendor.identify(who)))
    }

    const unfollow = identity.subscribe(follow)
    return {
      name: vendor.name,
      type: 'in-page',
      accepts: (event) => isWanted(event, vendor.impersonation) && (vendor.accepts?.(event) ?? true),
      async whenReady(signal) {
        for (
          let look = FIRST_LOOK_MS;
          (identity.get().status === 'resolving' || !isLoaded()) && !signal.aborted;
          look = Math.min(look * 2, LAST_LOOK_MS)
        ) {
          await sleep(platform.clock, look, signal)
        }
        if (!signal.aborted) follow()
      },
      async deliver(events) {
        follow()
        const misattributed: AnalyticsEvent[] = []
        for (const event of events) {
          // Asked anew for each: a script may sign its user out.
          if (isSameIdentity(event.identity, whose(told))) attempt(() => vendor.track(event))
          else misattributed.push(event)
        }
        return { outcome: 'delivered', misattributed }
      },
      stop() {
        unfollow()
        vendor.stop?.()
      },
    }
  }

/** Nobody's, if nobody is given. */
const whose = (who: Identity | undefined): EventIdentity => (who && eventIdentity(who)) ?? {}
