import { accounts } from '../../accounts.ts'
import { collector } from '../../collector.ts'
import type { Consent } from '../../consent.ts'
import type { AnalyticsEvent } from '../../core/model/event.ts'
import type { EventStore, Storable } from '../../core/ports/eventStore.ts'
import { redact } from '../../redact.ts'
import { session } from '../../session.ts'
import { fakeDisk } from '../../testing/fakeDisk.ts'
import { fakePlatform } from '../../testing/fakePlatform.ts'
import type { FakeAnswer } from '../../testing/fakeTransport.ts'
import { readBatch } from '../../testing/readBatch.ts'
import { consentAtOnce, launchDarklyAtOnce, startOn } from '../../testkit/createTelltaleAtOnce.ts'
import { vendor } from '../../vendor.ts'
import { visitor } from '../../visitor.ts'
import { createTelltale } from '../createTelltale.ts'
import { endWith, personOf, planFor, UNANSWERED, type Who } from './consentPage.suite.ts'
import type { Settings } from '../settings.ts'

export const DESTINATIONS = { collector: 'analytics', partner: 'marketing', script: 'monitoring' } as const
export type Destination = keyof typeof DESTINATIONS
export type Purpose = (typeof DESTINATIONS)[Destination]
export const destinations = Object.keys(DESTINATIONS) as Destination[]
export const purposes = Object.values(DESTINATIONS)

export interface Arrival {
  readonly destination: Destination
  /** The number of the page that has handed it over. */
  readonly page: number
  readonly event: AnalyticsEvent
}

/** A call of a script that is about a user. */
export interface Call {
  readonly page: number
  readonly method: 'identify' | 'track' | 'reset' | 'allow'
  readonly isAllowed?: boolean
}

export interface WorldOptions {
  readonly initial?: Partial<Record<Purpose, boolean>> | undefined
  /** The application has tokens and asks who-am-i. */
  readonly hasTokens?: boolean | undefined
}

/** One browser with several pages on one disk, two collectors and a script, and all that can be seen of it from outside. */
export function createConsentWorld({ initial, hasTokens = false }: WorldOptions = {}) {
  const disk = fakeDisk()
  const owed: (() => void)[] = []
  const world = {
    disk,
    now: Date.UTC(2026, 0, 1),
    /** By how much the clock of the machine was set. */
    skew: 0,
    text: 1,
    pages: [] as ConsentPage[],
    arrivals: [] as Arrival[],
    calls: [] as Call[],
    /** Address and body of each request, with the page. */
    requests: [] as { readonly page: number; readonly url: string; readonly text: string }[],
    logged: [] as string[],
    servers: { collector: 'up', partner: 'up' } as Record<'collector' | 'partner', 'up' | 'down' | 'slow'>,
    storage: 'well' as 'well' | 'refuses',
    database: 'well' as 'well' | 'refuses',
    open: (who: Who, isLate = false) => openPage(who, isLate),
    /** Time passes in all pages, in slices: what one page does, the others see soon. */
    async advance(ms: number) {
      for (let rest = ms; rest > 0; rest -= 1_000) {
        const slice = Math.min(rest, 1_000)
        world.now += slice
        for (const { platform } of [...world.pages]) await platform.clock.advance(slice)
      }
    },
    async settle() {
      for (const { platform } of [...world.pages]) await platform.settle()
      for (const { platform } of [...world.pages]) await platform.settle()
    },
    /** Sends the answers that slow servers owe. */
    answer: () => owed.splice(0).forEach((send) => send()),
    async device() {
      const keys = disk.storage.keys('')
      const items = keys.map((key) => [key, disk.storage.get(key) ?? ''] as const)
      return { items, databases: await disk.databases() }
    },
  }

  const { set } = disk.storage
  disk.storage.set = (key, value) => world.storage === 'well' && set(key, value)
  const openStore = disk.eventStore
  disk.eventStore = <Event extends Storable>(name: string) => {
    const store: EventStore<Event> = openStore(name)
    const refusing =
      <Given extends unknown[], Answer>(action: (...given: Given) => Promise<Answer>) =>
      async (...given: Given) => {
        if (world.database === 'refuses') throw new Error('QuotaExceededError')
        return action(...given)
      }
    return { ...store, change: refusing(store.change), discard: refusing(store.discard) }
  }
  let count = 0

  async function openPage(who: Who, isLate: boolean) {
    const number = (count += 1)
    const page = { number, who, isGone: false }
    let loadChunk = () => {}
    const chunk = isLate ? new Promise<void>((resolve) => (loadChunk = resolve)) : undefined

    async function serve(destination: 'collector' | 'partner', body: string): Promise<FakeAnswer> {
      if (world.servers[destination] === 'down') return { status: 503 }
      const { events } = readBatch(body)
      world.arrivals.push(...events.map((event) => ({ destination, page: number, event })))
      if (world.servers[destination] === 'slow') await new Promise<void>((send) => owed.push(send))
      return page.isGone ? UNANSWERED : { status: 202 }
    }

    const platform = fakePlatform(
      ({ url, body = '' }) => {
        if (page.isGone) return UNANSWERED
        world.requests.push({ page: number, url, text: decodeURIComponent(url) + body })
        if (url.includes('/who-am-i')) return page.who ? { status: 200, body: personOf(page.who) } : { status: 204 }
        if (url.includes('/sdk/evalx/')) return { status: 200, body: { plan: { value: planFor(url), version: 1 } } }
        if (url.startsWith('https://collect.test/')) return serve('collector', body)
        if (url.startsWith('https://partner.test/')) return serve('partner', body)
        return { status: 202 }
      },
      disk,
      world.now,
    )
    endWith(platform, page)
    const { now } = platform.clock
    platform.clock.now = () => now() + world.skew
    const record = (call: Omit<Call, 'page'>) => void (page.isGone || world.calls.push({ page: number, ...call }))
    const settings: Settings = {
      app: 'Desk',
      ...(hasTokens && {
        api: 'https://api.test',
        auth: { token: () => page.who && page.who.replaceAll(' ', '-').padEnd(36, '~') },
      }),
      identity: {
        ...(!hasTokens && { person: () => personOf(page.who) }),
        visitor: visitor(),
        accounts: accounts(({ unique_identity: id }) => ({ company: { key: `company-of-${id}` } })),
      },
      flags: launchDarklyAtOnce({ clientSideId: 'env', streaming: false }),
      monitoring: vendor({
        name: 'script',
        isLoaded: () => !page.isGone,
        identify: () => record({ method: 'identify' }),
        reset: () => record({ method: 'reset' }),
        track(event) {
          record({ method: 'track' })
          world.arrivals.push({ destination: 'script', page: number, event })
        },
        allow: (isAllowed) => record({ method: 'allow', isAllowed }),
        cookies: ['_script'],
      }),
      destinations: [
        collector({ url: 'https://collect.test/' }),
        collector({ name: 'partner', url: 'https://partner.test/' }),
      ],
      events: { steps: [session(), redact()] },
      consent: consentAtOnce(
        { text: `${world.text}`, purposes: { partner: 'marketing' }, initial, forgetUrl: 'https://app.test/forget-me' },
        platform,
      ),
    }
    const layer = createTelltale(settings, {
      platform,
      loadDeliveries: () => (chunk ? chunk.then(() => startOn(platform, settings)) : startOn(platform, settings)),
    })
    const open = {
      number,
      platform,
      layer,
      consent: layer.consent as Consent,
      loadChunk: () => loadChunk(),
      be(next: Who) {
        page.who = next
        if (next === null) layer.identity.reset()
        else void layer.identity.refresh()
      },
      end(how: 'leave' | 'crash') {
        platform[how]()
        page.isGone = true
        world.logged.push(...platform.logged)
        world.pages.splice(world.pages.indexOf(open), 1)
      },
    }
    world.pages.push(open)
    await world.settle()
    return open
  }

  return world
}

export type ConsentWorld = ReturnType<typeof createConsentWorld>
export type ConsentPage = {
  readonly number: number
  readonly platform: ReturnType<typeof fakePlatform>
  readonly layer: ReturnType<typeof createTelltale>
  readonly consent: Consent
  loadChunk(): void
  be(next: Who): void
  end(how: 'leave' | 'crash'): void
}
