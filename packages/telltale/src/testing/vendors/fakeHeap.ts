import { HEAP } from '../../core/model/vendorLimits.ts'
import { cookieJar } from './cookieJar.ts'
import { heapCookies, type HeapUser } from './heapCookies.ts'
import type { HeapPage } from './heapSnippet.ts'
import { cut, limitEach, vendorRecorder, type VendorRecord } from './vendorRecord.ts'

export interface FakeHeapOptions {
  /** The page that the script has come to: `window`, or an object that stands for it. */
  page: HeapPage
  onReceived?: (record: VendorRecord) => void
  /** Milliseconds since 1970: sessions end by it. */
  now?: () => number
  /** The page's cookies: given the same, the next page knows who was identified. */
  cookies?: Record<string, string>
}

export interface FakeHeap {
  /** Each call so far, with what Heap has of it. */
  readonly received: readonly VendorRecord[]
}

/** What Heap takes for one user for ever if it is told as an identity. */
const NOBODY = ['undefined', 'null']

/**
 * Heap's script as it comes to a page, in the place of the snippet's stub: takes over what was queued, and does to what it is
 * given what Heap's documentation says. Where that names a limit and not what happens past it, texts are cut and properties
 * are dropped.
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

  /** A session ends without a page view, however much else is done. */
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
      if (typeof event !== 'string' || event === '') return drop(call, 'an event has a name')
      const name = cut('the event’s name', event, HEAP.eventName)
      const own = limitEach(given, property)
      const properties = { ...eventProperties, ...own.value }
      keep(call, { event: name.value, properties, ...who() }, [...name.losses, ...own.losses])
    },

    identify(identity: string) {
      const call = ['identify', identity] as const
      if (typeof identity !== 'string' || identity === '') return drop(call, 'an identity is a text')
      if (identity.length > HEAP.identity)
        return drop(call, `an identity has ${HEAP.identity} characters at most: nobody is identified`)
      const losses = []
      if (NOBODY.includes(identity)) losses.push(`everybody who is '${identity}' becomes one user, for ever`)
      if (me.identity !== null && me.identity !== identity)
        losses.push(`${me.identity} was identified: call resetIdentity first`)
      become({ ...me, identity })
      keep(call, who(), losses)
    },

    resetIdentity() {
      if (me.identity === null) return drop(['resetIdentity'], 'nobody is identified: it does nothing')
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
        else losses.push(`${name} is dropped: the cookie takes ${HEAP.cookieBytes} bytes`)
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
  /** Its reference does not name `loaded`. */
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
  // A page that is opened is viewed.
  view()
  takeOver(api, stub, page.heapReadyCb)
  return { received }
}

/** Texts, numbers and booleans. */
function property(name: string, value: unknown) {
  const tooLong = longName(name)
  if (tooLong) return tooLong
  if (typeof value === 'number' || typeof value === 'boolean') return { value }
  if (typeof value !== 'string') return { loss: `${name} is dropped: a property is a text, a number or a boolean` }
  const { value: text, losses } = cut(name, value, HEAP.propertyValue)
  return { value: text, ...(losses[0] !== undefined && { loss: losses[0] }) }
}

const longName = (name: string) =>
  name.length > HEAP.propertyName && {
    loss: `${name.slice(0, 20)}… is dropped: a property’s name has ${HEAP.propertyName} characters at most`,
  }

/** Texts and numbers, of which Heap keeps the latest. */
function userProperty(name: string, value: unknown) {
  const tooLong = longName(name)
  if (tooLong) return tooLong
  if (name.toLowerCase() === 'id') return { loss: `${name} is dropped: no property of a user is called that` }
  if (typeof value === 'number') return { value }
  if (typeof value !== 'string') return { loss: `${name} is dropped: a user’s property is a text or a number` }
  const { value: text, losses } = cut(name, value, HEAP.userPropertyValue)
  return { value: text, ...(losses[0] !== undefined && { loss: losses[0] }) }
}

function bytesOf(properties: object) {
  return encodeURIComponent(JSON.stringify(properties)).length
}

/** What the snippet has left on its stub, under the classic and the current names. */
function settingsOf(stub: unknown): Record<string, unknown> {
  const known = ['appid', 'config', 'envId', 'clientConfig']
  return Object.fromEntries(Object.entries(stub ?? {}).filter(([name]) => known.includes(name)))
}

/** The classic stub is an array of calls; the current one's are in `heapReadyCb`. */
function takeOver(api: object, stub: unknown, waiting: HeapPage['heapReadyCb'] = []) {
  const methods = api as Record<string, ((...given: unknown[]) => void) | undefined>
  if (Array.isArray(stub)) for (const [name, ...given] of stub) methods[name]?.(...given)
  for (const { fn } of waiting.splice(0)) fn()
}
