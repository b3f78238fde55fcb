import { INTERCOM } from '../../core/model/vendorLimits.ts'
import { cookieJar } from './cookieJar.ts'
import { intercomJwt } from './intercomJwt.ts'
import { cut, limitEach, vendorRecorder, type Call, type VendorRecord } from './vendorRecord.ts'

/** What Intercom's snippet and widget use of a page's `window`. */
export interface IntercomPage {
  Intercom?: ((method: string, ...parameters: unknown[]) => void) | undefined
  intercomSettings?: IntercomSettings
}

export interface IntercomSettings {
  app_id?: string
  user_id?: string
  email?: string
  user_hash?: string
  /** Names the user by itself. */
  intercom_user_jwt?: string
  /** Milliseconds that the session's cookie lasts; a week when absent. */
  session_duration?: number
  [name: string]: unknown
}

export interface FakeIntercomOptions {
  /** The page that the widget's script has come to: `window`, or an object that stands for it. */
  page: IntercomPage
  onReceived?: (record: VendorRecord) => void
  /** Milliseconds since 1970: `update` is throttled by it, and events are told apart. */
  now?: () => number
  /** The page's cookies: give the same to the next page. */
  cookies?: Record<string, string>
  /** With identity verification: the hash that this user's boot must come with. */
  userHash?: (user: string) => string
  /**
   * With messenger security enforced: whether a token is signed with the workspace's key. Whoever comes without a token that is,
   * names them and is not over, is refused, whatever their hash.
   */
  isSigned?: (jwt: string) => boolean
}

export interface FakeIntercom {
  /** Each call so far, with what Intercom has of it. */
  readonly received: readonly VendorRecord[]
  /** Whose conversations whoever looks at the page can read. */
  readonly conversationsOf: string | undefined
}

const VISITOR = 'a visitor'
const WRONG_HASH = 'the user_hash is not the right one'
const WRONG_JWT = 'messenger security is enforced: there is no intercom_user_jwt of this user that is valid'
/** https://www.intercom.com/help/en/articles/2361922-intercom-messenger-cookies */
const SESSION_MS = 7 * 24 * 3_600_000
const staysVisible = (user: string) => `no shutdown before: the conversations of ${user} stay visible`

/** What Intercom's snippet does to a page, short of loading the script: a stub that queues calls. */
export function intercomSnippet(page: IntercomPage): void {
  const queue: unknown[][] = []
  page.Intercom = Object.assign((...call: unknown[]) => void queue.push(call), { q: queue })
}

/**
 * Intercom's widget as it comes to a page, in the place of the snippet's stub: takes over what was queued, and does to what it
 * is given what Intercom's documentation says. One page, one widget: the throttle begins anew with each.
 */
export function fakeIntercom(options: FakeIntercomOptions): FakeIntercom {
  const { page, onReceived, now = Date.now, cookies = {}, userHash, isSigned } = options
  const jar = cookieJar(cookies, now)
  const { received, keep, drop } = vendorRecorder('intercom', onReceived)
  const eventNames = new Set<string>()
  const events = new Set<string>()
  let booted: { appId: string; user: string; sessionMs: number } | undefined
  let updates = { since: now(), count: 0 }

  const cookieOf = (appId: string) => `intercom-session-${appId}`

  /** Whom settings speak of; nobody when they speak of the one who is there. */
  const userOf = (settings: IntercomSettings) =>
    settings.user_id ?? settings.email ?? intercomJwt(settings.intercom_user_jwt, now())

  /** Why somebody is not let in: a visitor need not prove anything. */
  function refusal(user: string, settings: IntercomSettings): string | undefined {
    if (user === VISITOR) return undefined
    const { user_hash: hash, intercom_user_jwt: jwt } = settings
    if (isSigned)
      return typeof jwt === 'string' && isSigned(jwt) && intercomJwt(jwt, now()) === user ? undefined : WRONG_JWT
    return userHash && userHash(user) !== hash ? WRONG_HASH : undefined
  }

  /** Whoever is there has called: the cookie lasts from now on, unless it is somebody else's, whose conversations then stay. */
  function ping(): readonly string[] {
    if (booted === undefined) return []
    const { appId, user, sessionMs } = booted
    const owner = jar.get(cookieOf(appId)) ?? user
    if (owner !== user) return [staysVisible(owner)]
    if (user !== VISITOR) jar.set(cookieOf(appId), user, sessionMs)
    return []
  }

  function boot(call: Call) {
    const settings = (call[1] ?? page.intercomSettings ?? {}) as IntercomSettings
    const { app_id: appId } = settings
    if (!appId) return drop(call, 'boot needs an app_id')
    const user = userOf(settings) ?? VISITOR
    const refused = refusal(user, settings)
    if (refused !== undefined) return drop(call, refused)
    booted = { appId, user, sessionMs: settings.session_duration ?? SESSION_MS }
    keep(call, { user, settings }, ping())
  }

  function update(call: Call) {
    if (now() - updates.since >= INTERCOM.updatesMs) updates = { since: now(), count: 0 }
    updates.count += 1
    if (updates.count > INTERCOM.updates)
      return drop(call, `throttled: ${INTERCOM.updates} updates in ${INTERCOM.updatesMs / 60_000} minutes`)
    const settings = (call[1] ?? {}) as IntercomSettings
    if (!booted) return
    const before = booted.user
    const named = userOf(settings)
    const refused = named === undefined ? undefined : refusal(named, settings)
    if (refused !== undefined) return drop(call, refused)
    // One that it does not know it creates; the cookie stays that of the former.
    const user = named ?? before
    booted = { ...booted, user }
    const losses = ping()
    keep(call, { user, settings }, user === before ? [] : losses)
  }

  function trackEvent(call: Call) {
    const [, name, given] = call
    if (typeof name !== 'string' || name === '') return drop(call, 'an event has a name')
    if (!eventNames.has(name) && eventNames.size >= INTERCOM.eventNames)
      return drop(call, `a workspace stores ${INTERCOM.eventNames} names of events`)
    // Events of one name, one user and one second of time are the same event to Intercom.
    const sameness = JSON.stringify([name, booted?.user, Math.floor(now() / 1_000)])
    if (events.has(sameness)) return drop(call, 'the same event has come in this second')
    eventNames.add(name)
    events.add(sameness)
    const { value: metadata, losses } = limitEach(given, metadataLimits())
    keep(call, { event: name, metadata, user: booted?.user }, losses)
  }

  function shutdown(call: Call) {
    if (booted) jar.delete(cookieOf(booted.appId))
    keep(call, { user: booted?.user })
    booted = undefined
  }

  const needBoot: Record<string, (call: Call) => void> = { update, trackEvent, shutdown }
  for (const method of SHOWING) needBoot[method] = (call) => keep(call, {})

  function receive(method: string, ...parameters: unknown[]) {
    const call: Call = [method, ...parameters]
    const handle = needBoot[method]
    if (method === 'boot') boot(call)
    else if (method === 'reattach_activator') keep(call, {})
    else if (!handle) drop(call, 'there is no such method')
    else if (!booted) drop(call, 'the widget is not booted')
    else handle(call)
  }

  const queued = (page.Intercom as { q?: [string, ...unknown[]][] } | undefined)?.q ?? []
  // The real script sets `booted` when it has run, whether or not anyone has called `boot`.
  page.Intercom = Object.assign(receive, { booted: true })
  if (page.intercomSettings?.app_id) receive('boot', page.intercomSettings)
  for (const call of queued) receive(...(Array.from(call) as typeof call))
  return {
    received,
    get conversationsOf() {
      return booted && jar.get(cookieOf(booted.appId))
    },
  }
}

/** What opens and closes the widget's windows. */
const SHOWING = [
  ...'show hide showSpace showMessages showNewMessage showArticle showNews showTicket showConversation'.split(' '),
  ...'hideNotifications startTour startSurvey startChecklist startConversation getVisitorId whoami'.split(' '),
  ...'onShow onHide onUnreadCountChange onUserEmailSupplied'.split(' '),
]

/** Texts and numbers, twenty of them, under names that differ in more than their case. */
function metadataLimits() {
  const names = new Set<string>()
  return (name: string, value: unknown) => {
    if (INTERCOM.notInNames.test(name))
      return { loss: `${name} is dropped: its name has a character that may not be in it` }
    if (names.has(name.toLowerCase())) return { loss: `${name} is dropped: another differs in its case alone` }
    const isTaken = typeof value === 'string' || typeof value === 'number' || isRich(value)
    if (!isTaken) return { loss: `${name} is dropped: metadata is a text, a number, a link or an amount` }
    if (names.size >= INTERCOM.metadata)
      return { loss: `${name} is dropped: an event has ${INTERCOM.metadata} pieces of metadata at most` }
    names.add(name.toLowerCase())
    if (typeof value !== 'string') return { value }
    const { value: text, losses } = cut(name, value, INTERCOM.metadataValue)
    return { value: text, ...(losses[0] !== undefined && { loss: losses[0] }) }
  }
}

/** A link with a title, or an amount of money: the objects that there are. */
const isRich = (value: unknown) =>
  typeof value === 'object' && value !== null && ('url' in value || ('amount' in value && 'currency' in value))
