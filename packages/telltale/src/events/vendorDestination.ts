import { eventIdentity, isSameIdentity } from '../core/model/eventIdentity.ts'
import { later } from '../core/lib/later.ts'
import { parseRecord } from '../core/lib/parseRecord.ts'
import { sameJson } from '../core/lib/sameJson.ts'
import { sleep } from '../core/lib/sleep.ts'
import type { AnalyticsEvent, EventIdentity } from '../core/model/event.ts'
import type { Person } from '../core/model/identity.ts'
import type { DestinationPart } from './destination.ts'
import { isWanted } from './impersonation.ts'
import { hasCurrentSession } from './loadEvent.ts'
import type { VendorPart } from './vendor.ts'

/** How often a script that has not loaded is looked for, in milliseconds: soon at first, then seldom. */
const FIRST_LOOK_MS = 100
const LAST_LOOK_MS = 5_000
/** How long a script may take to load before it is reported, in milliseconds. */
const MISSING_MS = 10_000
const MISSING = 'its script is not ready, so its events wait: add it to the page, and check that nothing blocks it.'
/** How long a script still takes whoever has left for the one who is here, in milliseconds: what they did last is on its way. */
const FAREWELL_MS = 1_000

/** Whom a script takes for the one who is here after two pages have told it of different people: it has to be reset. */
const UNCERTAIN: EventIdentity = { id: '' }

/**
 * Hands events over to a vendor's script: in order, once it has loaded, and only while it takes whoever they belong to for
 * the one who is here. The journal's bookmark says what was handed over.
 */
export const vendorDestination =
  (part: VendorPart): DestinationPart =>
  (host) => {
    const { identity, bus, diagnostics, platform } = host
    const { clock, storage, page } = platform
    const vendor = part(host)
    const key = `told:${vendor.name}`
    let kept: string | undefined
    /** Whom the vendor takes for the one who is here: its cookie knows that on the next page, too. Nobody's when empty. */
    let told: EventIdentity = {}
    /** What this page has told it of them. */
    let said: Person | undefined
    // Asked now: this page's own load event goes on with the session.
    const isSessionCurrent = hasCurrentSession(host)
    const farewell = later(clock, FAREWELL_MS, follow)

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

    function showReadiness(isReady: boolean) {
      const { notReady } = diagnostics.get()
      if (notReady.includes(vendor.name) !== isReady) return
      const others = notReady.filter((name) => name !== vendor.name)
      bus.publish('diagnosis', { notReady: isReady ? others : [...others, vendor.name] })
    }

    function reportMissing() {
      showReadiness(false)
      if (attempt(() => vendor.isMissing?.()) === false) return
      bus.publish('problem', { where: vendor.name, message: MISSING, isError: true })
    }

    /** Another page may have told it of somebody else, or reset it: the cookie is the browser's. */
    function lookUp() {
      const found = storage.get(key)
      if (found === kept) return
      kept = found
      told = said ? UNCERTAIN : parseRecord(found)
      said = undefined
    }

    const isOfSomebodyElse = (here: EventIdentity) => told.id !== undefined && !isSameIdentity(told, here)

    /** Tells the vendor who is here: once, and what changes of them. */
    function follow() {
      lookUp()
      const who = identity.get()
      // A token that is renewed is no news: it may well turn out to be of the same person.
      if (who.status === 'resolving') return
      const here = eventIdentity(who) ?? {}
      if (isOfSomebodyElse(here)) {
        if (!isLoaded()) return // whoever it remembers is reset first, once it can be
        told = {}
        said = undefined
        storage.remove(key)
        kept = undefined
        attempt(vendor.reset)
      }
      if (who.status !== 'known' || sameJson(said, who.person) || !isLoaded()) return
      if (who.impersonator !== undefined && vendor.impersonation === 'suppress') return
      const isCorrection = said !== undefined
      const isKnown =
        !isCorrection &&
        isSessionCurrent &&
        isSameIdentity(told, here) &&
        attempt(() => vendor.remembers?.(who)) === true
      told = here
      said = who.person
      storage.set(key, JSON.stringify(here))
      kept = storage.get(key)
      if (!isKnown) attempt(() => (isCorrection ? vendor.update?.(who) : vendor.identify(who)))
    }

    function followSoon() {
      const hasSomebodyLeft = said !== undefined && isOfSomebodyElse(eventIdentity(identity.get()) ?? told)
      if (hasSomebodyLeft) farewell.soon()
      else follow()
    }

    // Nobody would reset it once the page has gone, or the layer ends.
    const undo = [identity.subscribe(followSoon), page.onMayExit(farewell.now), farewell.now]
    lookUp()
    return {
      name: vendor.name,
      type: 'in-page',
      accepts: (event) => isWanted(event, vendor.impersonation) && (vendor.accepts?.(event) ?? true),
      async whenReady(signal) {
        let waitedMs = 0
        for (
          let look = FIRST_LOOK_MS;
          (identity.get().status === 'resolving' || !isLoaded()) && !signal.aborted;
          look = Math.min(look * 2, LAST_LOOK_MS)
        ) {
          await sleep(clock, look, signal)
          waitedMs += look
          if (waitedMs >= MISSING_MS && !signal.aborted && !isLoaded()) reportMissing()
        }
        if (signal.aborted) return
        showReadiness(true)
        followSoon()
      },
      async deliver(events) {
        lookUp()
        const misattributed: AnalyticsEvent[] = []
        for (const event of events) {
          // Asked anew for each: a script may sign its user out.
          if (!isSameIdentity(event.identity, told)) follow()
          if (isSameIdentity(event.identity, told)) attempt(() => vendor.track(event))
          else misattributed.push(event)
        }
        return { outcome: 'delivered', misattributed }
      },
      stop() {
        for (const step of undo) step()
        vendor.stop?.()
      },
    }
  }
