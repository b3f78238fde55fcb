import { accounts as accountsOf } from '../../accounts.ts'
import { collector } from '../../collector.ts'
import type { FlagDefinitions } from '../../core/model/definitions.ts'
import type { AnalyticsEvent } from '../../core/model/event.ts'
import type { Json } from '../../core/model/json.ts'
import type { Observer } from '../../core/observer.ts'
import type { Step } from '../../core/step.ts'
import { exposures } from '../../steps.ts'
import { fakeDisk } from '../../testing/fakeDisk.ts'
import { fakePlatform } from '../../testing/fakePlatform.ts'
import { fakeStream, type FakeAnswer } from '../../testing/fakeTransport.ts'
import { readBatch } from '../../testing/readBatch.ts'
import { createTelltaleAtOnce, launchDarklyAtOnce } from '../../testkit/createTelltaleAtOnce.ts'
import { visitor as visitorOfBrowser } from '../../visitor.ts'
import type { Settings } from '../settings.ts'
import { type Flags, PLAN, putOf, userIn, wire } from './exposuresFlags.suite.ts'
import { expectTrue, factsOf } from './readExposures.suite.ts'

export interface PageOptions {
  app?: string
  /** The steps: `exposures()` alone when absent. */
  steps?: readonly Step[]
  definitions?: FlagDefinitions
  accounts?: Parameters<typeof accountsOf>[0]
  hasVisitor?: boolean
  isPrerendered?: boolean
  settings?: Partial<Settings>
  bootstrap?: object
  /** Without a destination: for thousands of exposures, whose storage takes a fake long. */
  isAlone?: boolean
}

/** The methods of the flags, by any key. */
interface AnyFlags {
  variation(key: string, fallback: Json): Json
  value(key: string, fallback: Json): { subscribe(listener: () => void): () => void }
  recordExposure(key: string, fallback?: Json): void
  override(key: string, value: Json | undefined): void
  watch(key: string, listener: () => void, shown?: { fallback: Json | undefined }): () => void
}

type Who = { unique_identity: string; [field: string]: unknown }

const tokenOf = (who: string) => who.padEnd(36, '~')

const NEVER = new Promise<never>(() => {})

/** A browser in which Ida was before, and has seen nothing. Each person has another variation of the flag. */
export async function openBrowserOfIda(options: PageOptions = {}) {
  const browser = openBrowser()
  const variations = new Map([
    ['ida', 1],
    ['otto', 2],
  ])
  browser.flags = (who) => ({ plan: { value: who, version: 3, variation: variations.get(who) ?? 0 } })
  ;(await browser.open(options)).leave()
  browser.whoAmI = 'slow'
  return browser
}

export const IDA = { unique_identity: 'ida' }
export const OTTO = { unique_identity: 'otto' }

/** One browser, and the services that its pages ask. */
export function openBrowser() {
  const disk = fakeDisk()
  const arrived: AnalyticsEvent[] = []
  const owed: (() => void)[] = []
  const pages = new Set<ReturnType<typeof openPage>>()
  const streams = new Set<ReturnType<typeof fakeStream>>()
  const logged: string[] = []
  const heard: string[] = []
  const hearing: Observer = {
    name: 'hearing',
    start: ({ on }) => on('event', ({ exposure }) => void (exposure !== undefined && heard.push(exposure))),
  }
  let now = Date.UTC(2026, 0, 1)

  const browser = {
    disk,
    logged,
    /** The digests of the complete events of all pages. */
    heard,
    /** The flags that the service serves, by the key of the user or the visitor. */
    flags: ((_who: string) => PLAN) as (who: string) => Flags,
    whoAmI: 'up' as 'up' | 'slow' | 'down' | 'refuses',
    collector: 'up' as 'up' | 'down' | 'lost',
    /** The person whom who-am-i names, whatever the token is. */
    person: { unique_identity: 'ida' } as Who,
    /** The token of the session. `null`: nobody is signed in. A page shows the person whom this token had at the last visit. */
    token: tokenOf('ida') as string | null,
    /** By how much the clock of the next page differs. */
    skew: 0,
    open,
    async advance(ms: number) {
      now += ms
      for (const { platform } of pages) await platform.clock.advance(ms)
    },
    /** Sends the late answers of who-am-i, with the person of the moment of each question. */
    async answer() {
      browser.whoAmI = 'up'
      for (const send of owed.splice(0)) send()
      await browser.advance(1)
    },
    /** The service has other flags: it sends them through all streams, as those of one user. */
    async change(flags: Flags) {
      browser.flags = () => flags
      for (const { push } of streams) push(putOf(flags))
      await browser.advance(1)
    },
    /** All events at the collector, each once by its id. */
    all: () => [...new Map(arrived.map((event) => [event.id, event])).values()],
    /** The exposures among them. */
    async exposures() {
      await browser.advance(70_000)
      const own = browser.all().filter(({ kind }) => kind === 'exposure')
      own.forEach(expectTrue)
      return own
    },
    /** The same as sentences: `plan 1 v3 person ida`. */
    shown: async () => (await browser.exposures()).map(factsOf),
    digests: async () => (await browser.exposures()).map(({ exposure }) => exposure),
    /** Everything that the browser stores beside the events. */
    stored: () => disk.storage.keys('').map((key) => [key, disk.storage.get(key) ?? ''] as const),
  }

  async function open(options: PageOptions = {}) {
    const page = openPage(options)
    pages.add(page)
    await page.platform.settle()
    await browser.advance(1)
    return page
  }

  function openPage({ app = 'Rental Desk', steps = [exposures()], ...options }: PageOptions) {
    const {
      definitions,
      accounts,
      hasVisitor = false,
      isPrerendered = false,
      settings = {},
      bootstrap,
      isAlone,
    } = options
    const state = { isGone: false, ends: () => {} }
    const platform = fakePlatform(
      async (request) => {
        const answer = state.isGone ? NEVER : await serve(request)
        return state.isGone ? NEVER : answer
      },
      disk,
      now + browser.skew,
    )
    const { decide, storage } = platform
    platform.isPrerendered = isPrerendered
    platform.decide = (...given) => (state.isGone ? NEVER : decide(...given))
    // The code of a page that is gone does not run any more.
    platform.storage = {
      ...storage,
      set: (key, value) => state.isGone || storage.set(key, value),
      remove: (key) => void (state.isGone || storage.remove(key)),
    }
    const layer = createTelltaleAtOnce(
      {
        app,
        api: 'https://api.test',
        auth: { token: () => browser.token },
        identity: { accounts: accounts && accountsOf(accounts), visitor: hasVisitor ? visitorOfBrowser() : undefined },
        flags: launchDarklyAtOnce({ clientSideId: 'env', sendEvents: false, streaming: true, bootstrap }),
        destinations: isAlone ? [] : [collector({ url: 'https://collect.test/' })],
        observers: [hearing],
        events: { steps },
        ...(definitions && { definitions: { flags: definitions } }),
        ...settings,
      } as Settings,
      platform,
    )
    const end = (how: 'leave' | 'crash') => {
      platform[how]()
      state.isGone = true
      logged.push(...platform.logged)
      pages.delete(page)
    }
    const flags = layer.flags as unknown as AnyFlags
    const page = {
      layer,
      platform,
      flags,
      /** Reads flags, as code that shows them does. */
      read: (...keys: string[]) => keys.map((key) => flags.variation(key, null)),
      dropped: () => layer.diagnostics.get().dropped,
      async signIn(person: Who) {
        browser.person = person
        browser.token = tokenOf(person.unique_identity)
        void layer.identity.refresh()
        await browser.advance(1)
      },
      async signOut() {
        browser.token = null
        layer.identity.reset()
        await browser.advance(1)
      },
      leave: () => end('leave'),
      crash: () => end('crash'),
      close() {
        layer.close()
        end('leave')
      },
    }
    return page
  }

  async function serve({ url, body = '' }: { url: string; body?: string | undefined }): Promise<FakeAnswer> {
    if (url.includes('/who-am-i')) {
      const { whoAmI, person } = browser
      if (whoAmI === 'slow') await new Promise<void>((send) => owed.push(send))
      if (whoAmI === 'refuses') return { status: 401 }
      return whoAmI === 'down' ? { status: 503 } : { status: 200, body: person }
    }
    if (url.includes('/evalx/')) return { status: 200, body: wire(browser.flags(userIn(url))) }
    if (url.includes('/eval/')) {
      const stream = fakeStream()
      streams.add(stream)
      stream.push(putOf(browser.flags(userIn(url))))
      return { status: 200, chunks: stream.chunks }
    }
    if (browser.collector === 'lost') return 'network'
    if (browser.collector === 'down') return { status: 503 }
    arrived.push(...readBatch(body).events)
    return { status: 202 }
  }

  return browser
}
