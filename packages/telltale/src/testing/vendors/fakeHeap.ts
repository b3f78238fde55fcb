import { HEAP } from '../../core/model/vendorLimits.ts'
import type { HeapPage } from './heapSnippet.ts'
import { cookieJar, type CookieJar, cut, limitEach, vendorRecorder, type VendorRecord } from './vendorRecord.ts'

/** The options of `fakeHeap`. */
export interface FakeHeapOptions {
  /** The global object of the page that loads the script: `window`, or a substitute for it. */
  page: HeapPage
  /** Called with each call. */
  onReceived?: (record: VendorRecord) => void
  /** The current time in milliseconds since 1970. Used to expire sessions. */
  now?: () => number
  /** The page's cookies. With the same cookies, the next page knows the identified user. */
  cookies?: Record<string, string>
}

/** What a test reads from the fake. */
export interface FakeHeap {
  /** Each call so far, with what Heap keeps of it. */
  readonly received: readonly VendorRecord[]
}

/** Identities that Heap treats as one and the same user, irreversibly. */
const NOBODY = ['undefined', 'null']

/**
 * A fake of Heap's script. It replaces the snippet's stub, processes the queued calls, and treats its input as Heap's
 * documentation says. Where the documentation names a limit without saying what happens beyond it, strings are cut and
 * properties are dropped.
 */
export function fakeHeap({ page, onReceived, now = Date.now, cookies = {} }: FakeHeapOptions): FakeHeap {
  const { received, keep, drop } = vendorRecorder('heap', onReceived)
  const settings = settingsOf(page.heap)
  const isClassic = settings['envId'] === undefined
  const kept = heapCookies(cookieJar(cookies, now), settings)
  let me = kept.user.get() ?? stranger()
  let eventProperties = kept.properties.get() ?? {}
  let userProperties: Record<string, unknown> = {}

  function stranger(before?: HeapUser): HeapUser {
    const { user = 0, session = 0 } = before ?? {}
    return { user: user + 1, session: session + 1, identity: null, lastPageview: now() }
  }

  function become(next: HeapUser): void {
    me = next
    kept.user.set(next)
  }

  /** Only page views prolong a session. Other calls do not. */
  function view(): void {
    const isOver = now() - me.lastPageview >= HEAP.sessionMs
    become({ ...me, session: me.session + Number(isOver), lastPageview: now() })
  }

  function setEventProperties(next: Record<string, unknown>): void {
    eventProperties = next
    kept.properties.set(next)
  }

  const ids = () => ({ userId: `heap-user-${me.user}`, sessionId: `heap-session-${me.session}` })
  const who = () => ({ identity: me.identity, ...ids() })

  const api = {
    ...settings,

    track(event: string, given: object = {}) {
      const call = ['track', event, given] as const
      if (typeof event !== 'string' || event === '') return drop(call, 'an event must have a name')
      const name = cut('the event’s name', event, HEAP.eventName)
      const own = limitEach(given, property)
      const properties = { ...eventProperties, ...own.value }
      keep(call, { event: name.value, properties, ...who() }, [...name.losses, ...own.losses])
    },

    identify(identity: string) {
      const call = ['identify', identity] as const
      if (typeof identity !== 'string' || identity === '') return drop(call, 'an identity must be a string')
      if (identity.length > HEAP.identity)
        return drop(call, `an identity has at most ${HEAP.identity} characters: no user is identified`)
      const losses = []
      if (NOBODY.includes(identity)) losses.push(`all users with the identity '${identity}' are merged irreversibly`)
      if (me.identity !== null && me.identity !== identity)
        losses.push(`${me.identity} is still identified: call resetIdentity first`)
      become({ ...me, identity })
      keep(call, who(), losses)
    },

    resetIdentity() {
      if (me.identity === null) return drop(['resetIdentity'], 'no user is identified: nothing to reset')
      become(stranger(me))
      userProperties = {}
      keep(['resetIdentity'], who())
    },

    addUserProperties(given: object) {
      const { value, losses } = limitEach(given, userProperty)
      userProperties = { ...userProperties, ...value }
      keep(['addUserProperties', given], { properties: userProperties, ...who() }, losses)
    },

    addEventProperties(given: object) {
      const { value: taken, losses: left } = limitEach(given, property)
      const losses = [...left]
      for (const [name, value] of Object.entries(taken)) {
        const next = { ...eventProperties, [name]: value }
        if (bytesOf(next) <= HEAP.cookieBytes) setEventProperties(next)
        else losses.push(`${name} is dropped: the cookie holds at most ${HEAP.cookieBytes} bytes`)
      }
      keep(['addEventProperties', given], { properties: eventProperties }, losses)
    },

    removeEventProperty(name: string) {
      const { [name]: _removed, ...rest } = eventProperties
      setEventProperties(rest)
      keep(['removeEventProperty', name], { properties: eventProperties })
    },

    clearEventProperties() {
      setEventProperties({})
      keep(['clearEventProperties'], { properties: eventProperties })
    },
  }

  const classic = {
    loaded: true,
    get userId() {
      return ids().userId
    },
    get identity() {
      return me.identity
    },
    setEventProperties: api.addEventProperties,
    unsetEventProperty: api.removeEventProperty,
  }
  /** The API reference of the current script does not list `loaded`. */
  const current = {
    getUserId: () => ids().userId,
    getIdentity: () => me.identity,
    getSessionId: () => ids().sessionId,
    onReady: (callback: () => void) => callback(),
    trackPageview() {
      view()
      keep(['trackPageview'], who())
    },
  }

  const stub = page.heap
  Object.defineProperties(api, Object.getOwnPropertyDescriptors(isClassic ? classic : current))
  page.heap = api
  // Opening a page counts as a page view.
  view()
  takeOver(api, stub, page.heapReadyCb)
  return { received }
}

/** Keeps strings, numbers and booleans. */
function property(name: string, value: unknown) {
  const tooLong = longName(name)
  if (tooLong) return tooLong
  if (typeof value === 'number' || typeof value === 'boolean') return { value }
  if (typeof value !== 'string')
    return { loss: `${name} is dropped: a property must be a string, a number or a boolean` }
  const { value: text, losses } = cut(name, value, HEAP.propertyValue)
  return { value: text, ...(losses[0] !== undefined && { loss: losses[0] }) }
}

const longName = (name: string) =>
  name.length > HEAP.propertyName && {
    loss: `${name.slice(0, 20)}… is dropped: a property’s name has at most ${HEAP.propertyName} characters`,
  }

/** Keeps strings and numbers. The latest value of each property wins. */
function userProperty(name: string, value: unknown) {
  const tooLong = longName(name)
  if (tooLong) return tooLong
  if (name.toLowerCase() === 'id') return { loss: `${name} is dropped: a user property must not be called id` }
  if (typeof value === 'number') return { value }
  if (typeof value !== 'string') return { loss: `${name} is dropped: a user property must be a string or a number` }
  const { value: text, losses } = cut(name, value, HEAP.userPropertyValue)
  return { value: text, ...(losses[0] !== undefined && { loss: losses[0] }) }
}

function bytesOf(properties: object) {
  return encodeURIComponent(JSON.stringify(properties)).length
}

/** The settings that the snippet has stored on its stub, under the classic and the current names. */
function settingsOf(stub: unknown): Record<string, unknown> {
  const known = ['appid', 'config', 'envId', 'clientConfig']
  return Object.fromEntries(Object.entries(stub ?? {}).filter(([name]) => known.includes(name)))
}

/** The classic stub is an array of calls. The current stub has them in `heapReadyCb`. */
function takeOver(api: object, stub: unknown, waiting: HeapPage['heapReadyCb'] = []) {
  const methods = api as Record<string, ((...given: unknown[]) => void) | undefined>
  if (Array.isArray(stub)) for (const [name, ...given] of stub) methods[name]?.(...given)
  for (const { fn } of waiting.splice(0)) fn()
}

/** The current user and session of Heap's script. Ids are counted up and never reused. */
export interface HeapUser {
  readonly user: number
  readonly identity: string | null
  readonly session: number
  /** When the session ends, in milliseconds since 1970. */
  readonly lastPageview: number
}

/** The state that Heap's script restores on the next page. */
export interface HeapCookies {
  user: Kept<HeapUser>
  /** The properties passed to `addEventProperties`. */
  properties: Kept<Record<string, unknown>>
}

interface Kept<T> {
  get(): T | undefined
  set(value: T): void
}

/** Thirteen months minus a day. https://help.heap.io/hc/en-us/articles/18700032854300 */
const COOKIE_MS = 394 * 24 * 3_600_000

/** The cookies of a project. The classic and the current script use different names. */
function heapCookies(jar: CookieJar, { appid, envId }: { appid?: unknown; envId?: unknown }): HeapCookies {
  const kept = <T>(name: string): Kept<T> => ({
    get() {
      const text = jar.get(name)
      return text === undefined ? undefined : (JSON.parse(text) as T)
    },
    set: (value) => jar.set(name, JSON.stringify(value), COOKIE_MS),
  })
  return appid === undefined
    ? { user: kept(`_hp5_meta.${envId}`), properties: kept(`_hp5_event_props.${envId}`) }
    : { user: kept(`_hp2_id.${appid}`), properties: kept(`_hp2_props.${appid}`) }
}
