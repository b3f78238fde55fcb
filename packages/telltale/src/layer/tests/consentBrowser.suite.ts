import { collector } from '../../collector.ts'
import type { Consent, ConsentSettings } from '../../consent.ts'
import type { ObservedLayer, Observer } from '../../core/observer.ts'
import type { AnalyticsEvent } from '../../core/model/event.ts'
import { session } from '../../session.ts'
import { fakeDisk } from '../../testing/fakeDisk.ts'
import type { FakeAnswer } from '../../testing/fakeTransport.ts'
import { fakePlatform, type FakePlatform } from '../../testing/fakePlatform.ts'
import { readBatch } from '../../testing/readBatch.ts'
import {
  consentAtOnce,
  consentLater,
  createTelltaleAtOnce,
  createTelltaleLater,
  launchDarklyAtOnce,
} from '../../testkit/createTelltaleAtOnce.ts'
import { vendor } from '../../vendor.ts'
import { visitor } from '../../visitor.ts'
import { flagsWithConsent } from '../flagsWithConsent.ts'
import type { Settings } from '../settings.ts'

interface PageOptions {
  consent?: ConsentSettings
  isGpc?: boolean
  /** Who is signed in: `sam as otto` is Sam of support, who looks at the application as Otto. `undefined`: it is not known yet. */
  who?: string | null | undefined
  /** The application has tokens and asks who-am-i. */
  hasTokens?: boolean
  /** Flags need this purpose. */
  flagsPurpose?: string
  /** The second stage comes when this resolves. */
  loaded?: Promise<void>
}

/** One browser, whose pages have a collector for `analytics` and a vendor's script for `monitoring`, and ask for consent. */
export function openBrowser(defaults: PageOptions = {}) {
  const disk = fakeDisk()
  const requests: string[] = []
  const arrived: AnalyticsEvent[] = []
  const calls: (readonly unknown[])[] = []
  const pages: { readonly platform: FakePlatform }[] = []
  const browser = {
    disk,
    /** The addresses of all requests. */
    requests,
    /** What the collector has. */
    arrived,
    /** What the script was called with. */
    calls,
    collector: 'up' as 'up' | 'down',
    /** What the application was asked at `/forget-me`, and what it answers. */
    forgetting: [] as (readonly [authorization: string | undefined, body: string])[],
    forgets: { status: 202 } as FakeAnswer,
    open,
    async advance(ms = 10_000) {
      for (const { platform } of [...pages]) await platform.clock.advance(ms)
    },
    /** The keys of `localStorage` that are not necessary, without the space of the application. */
    keys: () =>
      disk.storage
        .keys('')
        .filter((key) => !/^(salt$|identity$|flags$|consent:)/.test(key))
        .map((key) => key.replace(/Desk@only\/.*/, '')),
    /** All texts that the browser has. */
    async contents() {
      const keys = disk.storage.keys('')
      return JSON.stringify([keys, keys.map((key) => disk.storage.get(key)), await disk.databases()])
    },
    namesAt: (where: 'collector' | 'script') =>
      where === 'collector'
        ? arrived.map(({ name }) => name)
        : calls.flatMap(([method, name]) => (method === 'track' ? [String(name)] : [])),
  }

  async function open(given: PageOptions = {}) {
    const options = { who: null, ...defaults, ...given }
    let { who } = options
    const removed: string[] = []
    const platform = fakePlatform(({ url, headers, body = '' }) => {
      requests.push(url)
      if (url.includes('/who-am-i')) return who ? { status: 200, body: personOf(who) } : { status: 204 }
      if (url.includes('/forget-me')) {
        browser.forgetting.push([headers?.['Authorization'], body])
        return browser.forgets
      }
      if (url.includes('/sdk/evalx/')) return { status: 200, body: { plan: { value: 'a', version: 1 } } }
      if (!url.includes('collect')) return { status: 202 }
      if (browser.collector === 'down') return { status: 503 }
      arrived.push(...readBatch(body).events)
      return { status: 202 }
    }, disk)
    const { loaded, flagsPurpose } = options
    const flags = launchDarklyAtOnce({ clientSideId: 'env', streaming: false })
    const settings: Settings = {
      app: 'Desk',
      ...(options.hasTokens && { api: 'https://api.test', auth: { token: () => who && who.padEnd(36, '~') } }),
      identity: { ...(!options.hasTokens && { person: () => personOf(who) }), visitor: visitor() },
      flags: flagsPurpose === undefined ? flags : flagsWithConsent(flags, { purpose: flagsPurpose }),
      monitoring: vendor({
        name: 'script',
        identify: (user) => void calls.push(['identify', user.person.unique_identity]),
        reset: () => void calls.push(['reset']),
        track: (event) => void calls.push(['track', event.name]),
        allow: (isAllowed) => void calls.push(['allow', isAllowed]),
        cookies: ['_script'],
      }),
      destinations: [collector({ url: 'https://collect.test/' })],
      events: { steps: [session()] },
      consent: loaded
        ? consentLater(options.consent, platform, loaded)
        : consentAtOnce(options.consent, platform, {
            isGpc: () => options.isGpc === true,
            removeCookies: (names) => void removed.push(...names),
          }),
    }
    let on!: ObservedLayer['on']
    const observer: Observer = {
      name: 'test',
      start(layer) {
        on = layer.on
        return () => {}
      },
    }
    const all = { ...settings, observers: [observer] }
    const layer = loaded ? createTelltaleLater(all, platform, loaded) : createTelltaleAtOnce(all, platform)
    const page = {
      layer,
      platform,
      removed,
      consent: layer.consent as Consent,
      on,
      state: (purpose: string) => layer.consent?.get().purposes[purpose],
      track: (name: string) => void layer.track(name),
      async be(next: string | null | undefined) {
        who = next
        void layer.identity.refresh()
        await browser.advance(1)
      },
      leave() {
        platform.leave()
        pages.splice(pages.indexOf(page), 1)
      },
    }
    pages.push(page)
    await browser.advance(1)
    return page
  }

  return browser
}

function personOf(who: string | null | undefined) {
  if (typeof who !== 'string') return who
  const [id = '', impersonator] = who.split(' as ').reverse()
  return { unique_identity: id, ...(impersonator && { mimic_user: `${impersonator}@support.example` }) }
}
