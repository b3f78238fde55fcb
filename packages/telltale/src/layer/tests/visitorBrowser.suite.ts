import { collector } from '../../collector.ts'
import type { AnalyticsEvent, EventIdentity } from '../../core/model/event.ts'
import type { FakeAnswer } from '../../testing/fakeTransport.ts'
import { fakeDisk } from '../../testing/fakeDisk.ts'
import { fakePlatform } from '../../testing/fakePlatform.ts'
import { readBatch } from '../../testing/readBatch.ts'
import { createTelltaleAtOnce, launchDarklyAtOnce } from '../../testkit/createTelltaleAtOnce.ts'
import { vendor } from '../../vendor.ts'
import { visitor as visitorOfBrowser } from '../../visitor.ts'
import type { Settings } from '../settings.ts'

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
export const JOIN = 'Visitor signed in'

/** A token as the application gives one: `undefined` while it is not known yet who is signed in. */
type Token = string | null | undefined
/** `says nobody`: 204. `slow`: the answer is decided at the request, and sent by `answer`. */
type Health = 'up' | 'down' | 'lost' | 'refuses' | 'slow' | 'says nobody'

/** `sam as otto` is Sam of support, who looks at the application as Otto. Another renewal is another token of the same person. */
export const tokenOf = (who: string, renewal = 1) => `${who.replaceAll(' ', '-')}#${renewal}`.padEnd(36, '~')

function personOf(token: string) {
  const [id = '', impersonator] = token.replace(/#.*$/, '').split('-as-').reverse()
  return { unique_identity: id, ...(impersonator && { mimic_user: `${impersonator}@support.example` }) }
}

export interface PageOptions {
  app?: string
  /** What the settings have as `identity.visitor`: `visitor()` when absent, and nothing when undefined. */
  visitor?: unknown
  /** The token that the application has: that of the latest sign-in in the browser when absent. */
  token?: Token
  /** The application names the person itself, without who-am-i. */
  person?: () => object | null | undefined
  /** The application calls `telltale.identify`, and has neither who-am-i nor `identity.person`. */
  isIdentifying?: boolean
}

interface Context {
  kind?: string
  key?: string
  anonymous?: boolean
}

/** What an event or an identity says about the visitor. */
export const visitorIn = (given: object): string | undefined => (given as { visitor?: string }).visitor

export function withoutVisitor(identity: EventIdentity): EventIdentity {
  const { visitor: _visitor, ...owner } = identity as EventIdentity & { visitor?: string }
  return owner
}

const NEVER = new Promise<never>(() => {})

/** One browser, and the services that its pages ask. */
export function openBrowser() {
  const disk = fakeDisk()
  const arrived: AnalyticsEvent[] = []
  const handed: AnalyticsEvent[] = []
  const contexts: Context[] = []
  const requested: string[] = []
  const logged: string[] = []
  const owed: (() => void)[] = []
  const pages: Page[] = []
  let now = Date.UTC(2026, 0, 1)

  const browser = {
    disk,
    handed,
    contexts,
    /** The address, the headers and the body of each request that is not for the collector or for the context of flags. */
    requested,
    logged,
    whoAmI: 'up' as Health,
    collector: 'up' as 'up' | 'down',
    /** The token of the latest sign-in: that of the next page. */
    token: null as Token,
    /** By how much the clock of the browser was set. */
    skew: 0,
    open,
    /** Sends the late answers of who-am-i. */
    async answer() {
      for (const send of owed.splice(0)) send()
      await settle()
    },
    async advance(ms: number) {
      now += ms
      for (const { platform } of [...pages]) await platform.clock.advance(ms)
    },
    /** Everything at the collector, in the order of arrival, each event once. */
    stored: () => arrived.filter(({ id }, index) => arrived.findIndex((other) => other.id === id) === index),
    /** The calls of `track` that have arrived, with their identities. */
    async tracked(): Promise<[name: string, identity: EventIdentity][]> {
      await browser.advance(10_000)
      return browser
        .stored()
        .filter(({ name }) => name !== JOIN && !name.startsWith('Load'))
        .map(({ name, identity }) => [name, identity])
    },
    /** Which visitor was joined to which person. */
    async joins(): Promise<[who: EventIdentity, visitor: unknown][]> {
      await browser.advance(10_000)
      return browser
        .stored()
        .filter(({ name }) => name === JOIN)
        .map(({ identity, properties }) => [identity, properties['visitor']])
    },
    /** The keys under which the storage has this text. */
    keysWith: (text: string) => disk.storage.keys('').filter((key) => disk.storage.get(key)?.includes(text)),
  }

  async function settle() {
    for (const { platform } of [...pages]) await platform.settle()
  }

  async function serveWhoAmI(token: string): Promise<FakeAnswer> {
    const health = browser.whoAmI
    if (health === 'slow') await new Promise<void>((send) => owed.push(send))
    if (health === 'lost') return 'network'
    if (health === 'down') return { status: 503 }
    if (health === 'says nobody') return { status: 204 }
    return health === 'refuses' ? { status: 401 } : { status: 200, body: personOf(token) }
  }

  async function open(options: PageOptions = {}): Promise<Page> {
    const page = openPage(options)
    pages.push(page)
    await settle()
    await browser.advance(1)
    return page
  }

  function openPage({ app = 'Rental Desk', person, isIdentifying = false, ...options }: PageOptions) {
    const visitor = 'visitor' in options ? options.visitor : visitorOfBrowser()
    const state = { token: 'token' in options ? options.token : browser.token, isGone: false }
    const platform = fakePlatform(async ({ url, headers, body = '' }) => {
      if (state.isGone) return NEVER
      const isOfFlags = /\/(evalx|eval)\//.test(url)
      if (!url.includes('collect') && !isOfFlags) requested.push(JSON.stringify([url, headers, body]))
      if (url.includes('/who-am-i')) {
        const answer = await serveWhoAmI(headers?.['Authorization']?.slice('Bearer '.length) ?? '')
        return state.isGone ? NEVER : answer
      }
      if (url.includes('/sdk/evalx/')) {
        contexts.push(JSON.parse(atob(url.replace(/\?.*/, '').split('/').pop() ?? '')) as Context)
        return { status: 200, body: { plan: { value: 'a', version: 1 } } }
      }
      if (!url.includes('collect')) return { status: 202 }
      if (browser.collector === 'down') return { status: 503 }
      arrived.push(...readBatch(body).events)
      return { status: 202 }
    }, disk)
    const { decide, storage } = platform
    platform.decide = (...given) => (state.isGone ? NEVER : decide(...given))
    // The code of a page that is gone does not run any more.
    platform.storage = {
      ...storage,
      set: (key, value) => state.isGone || storage.set(key, value),
      remove: (key) => void (state.isGone || storage.remove(key)),
    }
    const clockNow = platform.clock.now
    const lead = now - clockNow()
    platform.clock.now = () => clockNow() + lead + browser.skew
    const isOfApplication = person !== undefined || isIdentifying
    const settings = {
      app,
      ...(!isOfApplication && { api: 'https://api.test', auth: { token: () => state.token } }),
      // The setting may be anything here, as in an application that is written in JavaScript.
      ...((person || visitor !== undefined) && {
        identity: { ...(person && { person }), ...(visitor !== undefined && { visitor }) } as NonNullable<
          Settings['identity']
        >,
      }),
      flags: launchDarklyAtOnce({ clientSideId: 'env', sendEvents: false, streaming: false }),
      analytics: vendor({
        name: 'script',
        impersonation: 'tag',
        isLoaded: () => !state.isGone,
        identify: () => {},
        reset: () => {},
        track: (event) => void handed.push(event),
      }),
      destinations: [collector({ url: 'https://collect.test/' })],
    }
    const layer = createTelltaleAtOnce(settings, platform)

    const end = (how: 'leave' | 'crash') => {
      platform[how]()
      state.isGone = true
      logged.push(...platform.logged)
      pages.splice(pages.indexOf(page), 1)
    }
    const page = {
      layer,
      platform,
      /** Tracks an event in this task. */
      track: (name: string) => void layer.track(name),
      identity: () => layer.identity.current.get(),
      visitor: () => visitorIn(layer.identity.current.get()),
      /** The session of the application changes, and the layer is not told yet. */
      setToken(token: Token) {
        state.token = token
        browser.token = token
      },
      /** `renewal`: another token of the same person. */
      async signIn(who: string, renewal?: number) {
        page.setToken(tokenOf(who, renewal))
        void layer.identity.refresh()
        await browser.advance(1)
        await settle()
      },
      async signOut() {
        page.setToken(null)
        void layer.identity.refresh()
        await browser.advance(1)
        await settle()
      },
      leave: () => end('leave'),
      crash: () => end('crash'),
    }
    return page
  }

  return browser
}

export type Page = {
  layer: ReturnType<typeof createTelltaleAtOnce>
  platform: ReturnType<typeof fakePlatform>
  track(name: string): void
  identity(): ReturnType<ReturnType<typeof createTelltaleAtOnce>['identity']['current']['get']>
  visitor(): string | undefined
  setToken(token: Token): void
  signIn(who: string, renewal?: number): Promise<void>
  signOut(): Promise<void>
  leave(): void
  crash(): void
}
