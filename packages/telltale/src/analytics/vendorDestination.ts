import type { Host } from '../core/host.ts'
import { sleep } from '../core/lib/sleep.ts'
import type { AnalyticsEvent } from '../core/model/event.ts'
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
    const vendor = part(host)
    let identified: string | undefined

    function attempt(action: () => void) {
      try {
        action()
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        bus.publish('problem', {
          where: vendor.name,
          message: `its script has failed (${reason}): the next call goes on`,
        })
      }
    }

    /** Tells the vendor who is here, once for each epoch. */
    function follow() {
      const who = identity.get()
      if (identified !== undefined && identified !== who.epoch) {
        identified = undefined
        attempt(vendor.reset)
      }
      if (who.status !== 'known' || identified !== undefined || !vendor.isLoaded()) return
      if (who.impersonator !== undefined && vendor.impersonation === 'suppress') return
      identified = who.epoch
      attempt(() => vendor.identify(who))
    }

    const isOfPresent = (event: AnalyticsEvent) => isSameIdentity(event.identity, eventIdentity(identity.get()) ?? {})

    const unfollow = identity.subscribe(follow)
    return {
      name: vendor.name,
      type: 'in-page',
      accepts: (event) => isWanted(event, vendor.impersonation) && (vendor.accepts?.(event) ?? true),
      async whenReady(signal) {
        for (
          let look = FIRST_LOOK_MS;
          !isReady(host, vendor) && !signal.aborted;
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
          if (isOfPresent(event)) attempt(() => vendor.track(event))
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

const isReady = ({ identity }: Host, vendor: { isLoaded(): boolean }) =>
  identity.get().status !== 'resolving' && vendor.isLoaded()
