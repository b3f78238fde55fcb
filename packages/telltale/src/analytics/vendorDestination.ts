import { parseJson } from '../core/lib/parseJson.ts'
import { sameJson } from '../core/lib/sameJson.ts'
import { sleep } from '../core/lib/sleep.ts'
import type { AnalyticsEvent, EventIdentity } from '../core/model/event.ts'
import type { Person } from '../core/model/identity.ts'
import type { DestinationPart } from './destination.ts'
import { eventIdentity } from './draftEvent.ts'
import { isWanted } from './impersonation.ts'
import { isSameIdentity, type VendorPart } from './vendor.ts'

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
    const { clock, storage } = platform
    const vendor = part(host)
    const key = `told:${vendor.name}`
    /** Whom the vendor takes for the one who is here: its cookie knows that on the next page, too. Nobody's when empty. */
    let told: EventIdentity = Object(parseJson(storage.get(key) ?? '')) as EventIdentity
    /** What this page has told it of them. */
    let said: Person | undefined

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
      const here = eventIdentity(who) ?? {}
      if (told.id !== undefined && !isSameIdentity(told, here)) {
        if (!isLoaded()) return // whoever it remembers is reset first, once it can be
        told = {}
        said = undefined
        storage.remove(key)
        attempt(vendor.reset)
      }
      if (who.status !== 'known' || sameJson(said, who.person) || !isLoaded()) return
      if (who.impersonator !== undefined && vendor.impersonation === 'suppress') return
      const isCorrection = said !== undefined
      told = here
      said = who.person
      storage.set(key, JSON.stringify(here))
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
          await sleep(clock, look, signal)
        }
        if (!signal.aborted) follow()
      },
      async deliver(events) {
        follow()
        const misattributed: AnalyticsEvent[] = []
        for (const event of events) {
          // Asked anew for each: a script may sign its user out.
          if (isSameIdentity(event.identity, told)) attempt(() => vendor.track(event))
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
