import { INTERCOM } from '../../core/model/vendorLimits.ts'
import { cookieJar, cut, limitEach, vendorRecorder, type Call, type VendorRecord } from './vendorRecord.ts'

/** The globals that Intercom's snippet and widget use. */
export interface IntercomPage {
  /** The stub of the snippet, and later the widget. */
  Intercom?: ((method: string, ...parameters: unknown[]) => void) | undefined
  /** The settings with which the widget boots when it loads. */
  intercomSettings?: IntercomSettings
}

/** The settings of the widget that the fake reads. */
export interface IntercomSettings {
  /** The id of the workspace. */
  app_id?: string
  /** The id of the user. */
  user_id?: string
  /** The e-mail address of the user, who is known by it if there is no `user_id`. */
  email?: string
  /** Proves the identity of the user, where identity verification is on. */
  user_hash?: string
  /** A JWT that identifies the user. */
  intercom_user_jwt?: string
  /** How long the session cookie lasts, in milliseconds. A week when absent. */
  session_duration?: number
  /** Other attributes of the user. */
  [name: string]: unknown
}

/** The options of `fakeIntercom`. */
export interface FakeIntercomOptions {
  /** `window`, or a substitute for it. */
  page: IntercomPage
  /** Called with each call. */
  onReceived?: (record: VendorRecord) => void
  /** The current time in milliseconds since 1970. Used to throttle `update` and to detect duplicate events. */
  now?: () => number
  /** The page's cookies. Pass the same ones to the next page. */
  cookies?: Record<string, string>
  /** With identity verification: returns the expected hash of a user. */
  userHash?: (user: string) => string
  /**
   * With messenger security enforced: says whether a token is signed with the workspace's key. A call without a valid,
   * unexpired token of the user is refused, whatever its hash.
   */
  isSigned?: (jwt: string) => boolean
}

/** What a test reads from the fake. */
export interface FakeIntercom {
  /** Each call so far, with what Intercom keeps of it. */
  readonly received: readonly VendorRecord[]
  /** The user whose conversations are readable on this page. */
  readonly conversationsOf: string | undefined
}

const VISITOR = 'a visitor'
const WRONG_HASH = 'the user_hash is wrong'
const WRONG_JWT = 'messenger security is enforced: the call has no valid intercom_user_jwt of this user'
/** https://www.intercom.com/help/en/articles/2361922-intercom-messenger-cookies */
const SESSION_MS = 7 * 24 * 3_600_000
const staysVisible = (user: string) => `the conversations of ${user} remain visible until shutdown is called`

/** Does what Intercom's snippet does, except loading the script: installs a stub that queues calls. */
export function intercomSnippet(page: IntercomPage): void {
  const queue: unknown[][] = []
  page.Intercom = Object.assign((...call: unknown[]) => void queue.push(call), { q: queue })
}

/**
 * A fake of Intercom's widget. It replaces the snippet's stub, processes the queued calls, and treats its input as Intercom's
 * documentation says. One page has one widget: the throttle starts again on each page.
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

  /** The user that the settings name, or `undefined` if they name none. */
  const userOf = (settings: IntercomSettings) =>
    settings.user_id ?? settings.email ?? intercomJwt(settings.intercom_user_jwt, now())

  /** Why a user is refused. A visitor does not have to prove an identity. */
  function refusal(user: string, settings: IntercomSettings): string | undefined {
    if (user === VISITOR) return undefined
    const { user_hash: hash, intercom_user_jwt: jwt } = settings
    if (isSigned)
      return typeof jwt === 'string' && isSigned(jwt) && intercomJwt(jwt, now()) === user ? undefined : WRONG_JWT
    return userHash && userHash(user) !== hash ? WRONG_HASH : undefined
  }

  /**
   * Extends the cookie after a call of its user. The cookie of another user is not extended, and that user's conversations stay
   * visible.
   */
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
    if (!appId) return drop(call, 'boot requires an app_id')
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
    // An unknown user is created. The cookie remains that of the previous user.
    const user = named ?? before
    booted = { ...booted, user }
    const losses = ping()
    keep(call, { user, settings }, user === before ? [] : losses)
  }

  function trackEvent(call: Call) {
    const [, name, given] = call
    if (typeof name !== 'string' || name === '') return drop(call, 'an event must have a name')
    if (!eventNames.has(name) && eventNames.size >= INTERCOM.eventNames)
      return drop(call, `a workspace stores at most ${INTERCOM.eventNames} event names`)
    // To Intercom, events with the same name, user and second are the same event.
    const sameness = JSON.stringify([name, booted?.user, Math.floor(now() / 1_000)])
    if (events.has(sameness)) return drop(call, 'the same event was received within this second')
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
  // oxlint-disable-next-line telltale/plain-keys -- The names are those of the list.
  for (const method of SHOWING) needBoot[method] = (call) => keep(call, {})

  function receive(method: string, ...parameters: unknown[]) {
    const call: Call = [method, ...parameters]
    const handle = needBoot[method]
    if (method === 'boot') boot(call)
    else if (method === 'reattach_activator') keep(call, {})
    else if (!handle) drop(call, 'unknown method')
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

/** Methods that open and close the widget's windows. */
const SHOWING = [
  ...'show hide showSpace showMessages showNewMessage showArticle showNews showTicket showConversation'.split(' '),
  ...'hideNotifications startTour startSurvey startChecklist startConversation getVisitorId whoami'.split(' '),
  ...'onShow onHide onUnreadCountChange onUserEmailSupplied'.split(' '),
]

/** Keeps up to 20 strings and numbers whose keys differ in more than their case. */
function metadataLimits() {
  const names = new Set<string>()
  return (name: string, value: unknown) => {
    if (INTERCOM.notInNames.test(name))
      return { loss: `${name} is dropped: its name contains a character that is not allowed` }
    if (names.has(name.toLowerCase())) return { loss: `${name} is dropped: another key differs from it only in case` }
    const isTaken = typeof value === 'string' || typeof value === 'number' || isRich(value)
    if (!isTaken)
      return { loss: `${name} is dropped: metadata must be a string, a number, a rich link or a monetary amount` }
    if (names.size >= INTERCOM.metadata)
      return { loss: `${name} is dropped: an event has at most ${INTERCOM.metadata} metadata entries` }
    names.add(name.toLowerCase())
    if (typeof value !== 'string') return { value }
    const { value: text, losses } = cut(name, value, INTERCOM.metadataValue)
    return { value: text, ...(losses[0] !== undefined && { loss: losses[0] }) }
  }
}

/** The only objects allowed: a rich link (with a title) and a monetary amount. */
const isRich = (value: unknown) =>
  typeof value === 'object' && value !== null && ('url' in value || ('amount' in value && 'currency' in value))

/**
 * Returns the user of an Intercom JWT, by the claims that the documentation requires, or `undefined` if the token is invalid,
 * expired or names no user. Checking the signature needs the key and is left to the caller.
 */
export function intercomJwt(jwt: unknown, now: number): string | undefined {
  const [header, claims, signature] = String(jwt).split('.').map(decoded)
  if (header?.['alg'] !== 'HS256' || claims === undefined || signature === undefined) return undefined
  const { user_id: user, exp } = claims
  // Seconds.
  if (exp !== undefined && !(Number(exp) * 1_000 > now)) return undefined
  return typeof user === 'string' && user !== '' ? user : undefined
}

/** Decodes one part of a token. The signature is only required to be present. */
function decoded(part: string, place: number): Record<string, unknown> | undefined {
  if (place === 2) return part === '' ? undefined : {}
  try {
    return JSON.parse(atob(part.replaceAll('-', '+').replaceAll('_', '/'))) as Record<string, unknown>
  } catch {
    return undefined
  }
}
