import type { Host } from '../../core/host.ts'
import { attempt } from '../../core/lib/attempt.ts'
import { errorText } from '../../core/lib/errorText.ts'
import { parseRecord, sameJson, writeJson } from '../../core/lib/json.ts'
import { delayedAction, sleep } from '../../core/lib/time.ts'
import { eventIdentity, isSameIdentity, type AnalyticsEvent, type EventIdentity } from '../../core/model/event.ts'
import type { KnownIdentity } from '../../core/model/identity.ts'
import type { DeliveryOutcome, DestinationPart, RunningDestination } from './destination.ts'
import { isAllowed as isPermitted } from './impersonation.ts'
import { hasCurrentSession } from '../recording/loadEvent.ts'
import type { VendorPart } from './vendor.ts'

/** How often to check whether a script has loaded, in milliseconds: soon at first, then less often. */
const FIRST_LOOK_MS = 100
const LAST_LOOK_MS = 5_000
/** How long a script may take to load before it is reported, in milliseconds. */
const MISSING_MS = 10_000
const MISSING =
  'its script is not ready, so its events wait: add it to the page, and check that nothing blocks it. (T78)'
/** How long after a logout a script is reset, in milliseconds. During that time it still gets the last events of the user. */
const RESET_AFTER_MS = 1_000

/** Vendors have visitors of their own, and proofs of consent are for a collector. */
const OWN_KINDS = ['sign-in', 'consent']

/** The user of a script when it is not known, as after two pages have identified different users. Such a script has to be reset. */
const UNKNOWN_USER: EventIdentity = { id: '' }

/**
 * Hands events over to a vendor's script, in order, once it has loaded, and only while the script is identified as the user of the
 * event. The outbox records what was handed over.
 */
export function vendorDestination(part: VendorPart): DestinationPart & Required<Pick<DestinationPart, 'start'>> {
  const { name, impersonation = 'tag' } = part
  const accepts = (event: AnalyticsEvent) =>
    !OWN_KINDS.includes(event.kind ?? '') && isPermitted(event, impersonation) && (part.accepts?.(event) ?? true)
  return { name, start: (host) => ({ ...startVendor(part, host), accepts }), passed: part.passed }
}

function startVendor(part: VendorPart, host: Host): RunningDestination {
  const { identity, bus, diagnostics, platform } = host
  const { clock, storage, page, permits } = platform
  const vendor = part.start(host)
  const key = `told:${vendor.name}`
  let storedUser: string | undefined
  /** The user that the script is identified as. Its cookie keeps this user on the next page, too. Empty without a user. */
  let scriptUser: EventIdentity = {}
  /** The identity that this page last gave to the script. Undefined when it has given none. */
  let lastIdentity: KnownIdentity | undefined
  // Read now, because the load event of this page continues the session.
  const isSessionCurrent = hasCurrentSession(host)
  const delayedReset = delayedAction(clock, RESET_AFTER_MS, updateUser)

  const attemptCall = <T>(action: () => T): T | undefined =>
    attempt<T | undefined>(action, (error) => {
      const message = `its script has failed (${errorText(error)}): the next call goes on (T79)`
      bus.publish('problem', { where: vendor.name, message })
      return undefined
    })

  const isThere = () => attemptCall(() => vendor.isLoaded?.() ?? true) === true
  const isAllowed = () => !permits || permits.of(part.name) === 'granted'
  /** Without consent nothing is called, as if the script had not loaded. */
  const isLoaded = () => isAllowed() && isThere()

  function showReadiness(isReady: boolean) {
    const { notReady } = diagnostics.get()
    if (notReady.includes(vendor.name) !== isReady) return
    const others = notReady.filter((name) => name !== vendor.name)
    bus.publish('diagnosis', { notReady: isReady ? others : [...others, vendor.name] })
  }

  function reportMissing() {
    showReadiness(false)
    if (attemptCall(() => vendor.isMissing?.()) === false) return
    bus.publish('problem', { where: vendor.name, message: MISSING, isError: true })
  }

  /**
   * Reads which user the script has. Another page may have identified another user or reset the script, because the
   * cookie belongs to the whole browser.
   */
  function readScriptUser() {
    const stored = storage.get(key)
    // Where storage is full or was cleared, and until it shows what another tab has stored, only the script knows its user.
    const isUnrecorded = scriptHasAnotherUser()
    if (stored === storedUser && !isUnrecorded) return
    storedUser = stored
    scriptUser = lastIdentity || isUnrecorded ? UNKNOWN_USER : parseRecord(stored)
    lastIdentity = undefined
  }

  /**
   * Whether the script reports that it no longer has the user that this page identified. If this page has identified
   * no user: whether the script reports a user other than the current one.
   */
  function scriptHasAnotherUser(): boolean {
    const user = lastIdentity ?? identity.get()
    const remembers = (known?: KnownIdentity) => attemptCall(() => vendor.remembers?.(known))
    if (user.status === 'resolving' || !isLoaded()) return false
    if (lastIdentity) return remembers(lastIdentity) === false
    return remembers() === true && (user.status !== 'known' || remembers(user) === false)
  }

  /** The user as the script knows one. */
  const userOf = ({ accounts, visitor: _visitor, ...person }: EventIdentity): EventIdentity =>
    part.identifiesPersons || !accounts ? person : { ...person, accounts }

  const isAnotherUser = (currentUser: EventIdentity) =>
    scriptUser.id !== undefined && !isSameIdentity(scriptUser, currentUser)

  /**
   * Identifies the current user to the script once, and passes on later changes of this user. Resets the script first
   * if it has another user.
   */
  function updateUser() {
    readScriptUser()
    const user = identity.get()
    // Do nothing while the owner of a renewed token is not known: it may be the same person.
    if (user.status === 'resolving') return
    const currentUser = userOf(eventIdentity(user) ?? {})
    // A script reads its cookie when it loads: it may have the user of before, although another tab has recorded this one.
    if (isAnotherUser(currentUser) || (!lastIdentity && scriptHasAnotherUser())) {
      if (!isLoaded()) return // not yet: the script can only be reset once it has loaded
      scriptUser = {}
      lastIdentity = undefined
      storage.remove(key)
      storedUser = undefined
      attemptCall(() => vendor.reset())
    }
    if (user.status !== 'known' || !isLoaded()) return
    if (sameJson([lastIdentity?.person, lastIdentity?.accounts], [user.person, user.accounts])) return
    if (user.impersonator !== undefined && vendor.impersonation === 'suppress') return
    const isUpdate = lastIdentity !== undefined
    const isIdentified =
      !isUpdate &&
      isSessionCurrent &&
      isSameIdentity(scriptUser, currentUser) &&
      attemptCall(() => vendor.remembers?.(user)) === true
    scriptUser = currentUser
    lastIdentity = user
    storage.set(key, writeJson(currentUser))
    storedUser = storage.get(key)
    if (!isIdentified) attemptCall(() => (isUpdate ? vendor.update?.(user) : vendor.identify(user)))
  }

  function updateUserSoon() {
    const hasUserLeft = lastIdentity !== undefined && isAnotherUser(userOf(eventIdentity(identity.get()) ?? scriptUser))
    if (hasUserLeft) delayedReset.schedule()
    else updateUser()
  }

  function handOver(event: AnalyticsEvent): DeliveryOutcome {
    // Checked for each event, because a script may sign its user out.
    const owner = userOf(event.identity)
    if (!isSameIdentity(owner, scriptUser)) updateUser()
    if (!isSameIdentity(owner, scriptUser)) return { outcome: 'delivered', misattributed: [event] }
    return attempt<DeliveryOutcome>(
      () => {
        vendor.track(event)
        return { outcome: 'delivered' }
      },
      (error) => ({ outcome: 'refused', reason: errorText(error) }),
    )
  }

  // A delayed reset runs at once when the page may exit or the layer stops. Nothing would run it later.
  const undo = [identity.watch(updateUserSoon), page.onMayExit(delayedReset.flush), delayedReset.flush]
  readScriptUser()
  return {
    name: vendor.name,
    type: 'in-page',
    async whenReady(signal) {
      let waitedMs = 0
      for (
        let inspect = FIRST_LOOK_MS;
        (identity.get().status === 'resolving' || !isLoaded()) && !signal.aborted;
        inspect = Math.min(inspect * 2, LAST_LOOK_MS)
      ) {
        await sleep(clock, inspect, signal)
        waitedMs += inspect
        if (waitedMs >= MISSING_MS && !signal.aborted && !isLoaded()) reportMissing()
      }
      if (signal.aborted) return
      showReadiness(true)
      updateUserSoon()
    },
    cookies: vendor.cookies,
    allow(isGranted) {
      if (!isThere()) return false
      if (!isGranted && lastIdentity) attemptCall(() => vendor.reset())
      scriptUser = {}
      lastIdentity = undefined
      attemptCall(() => vendor.allow?.(isGranted))
      updateUserSoon()
      return true
    },
    async deliver(events) {
      readScriptUser()
      return { outcome: 'split', parts: events.map((event) => ({ events: [event], result: handOver(event) })) }
    },
    stop() {
      for (const step of undo) step()
      attemptCall(() => vendor.stop?.())
    },
  }
}
