import type { AnalyticsEvent, EventIdentity } from '../core/model/event.ts'
import type { HttpRequest } from '../core/ports/transport.ts'
import { fakeDisk } from '../testing/fakeDisk.ts'
import { fakeStream, type FakeAnswer } from '../testing/fakeTransport.ts'

export const SERVICES = ['whoAmI', 'flags', 'collector'] as const
export type Service = (typeof SERVICES)[number]
/** `lost`: no network. `refuses`: a batch is answered 400. `wants less`: 413, to more than one event at once. */
export type Health = 'up' | 'down' | 'lost' | 'hangs' | 'refuses' | 'wants less'

/** Whoever may sign in. Sam looks at the application as Ida, or not, with one and the same token. */
export const PEOPLE = ['ida', 'otto', 'sam', 'sam as ida', 'stranger', 'nobody'] as const
export type Who = (typeof PEOPLE)[number]

/** As long as the product's own tokens. */
export const tokenOf = (who: Who) => (who === 'nobody' ? undefined : who.split(' ')[0]?.padEnd(36, '~'))

/** A page, as far as the services know it. */
export interface Client {
  /** What who-am-i has answered last. */
  told?: { token: string; who: EventIdentity } | undefined
  /** Who-am-i has failed for the token that is in use. */
  hasFailed?: boolean
  isGone: boolean
}

const NEVER = new Promise<FakeAnswer>(() => {})

/** All that is outside of the pages, and can be broken; and what the collector and the script in the pages have of events. */
export function createWorld() {
  const disk = fakeDisk()
  const health: Record<Service, Health> = { whoAmI: 'up', flags: 'up', collector: 'up' }
  const stored = new Map<string, AnalyticsEvent>()
  const copies: AnalyticsEvent[] = []
  const handed: { event: AnalyticsEvent; to: EventIdentity }[] = []
  const streams = new Set<{ client: Client; who: string; push(chunk: string): void }>()
  /** Whatever who-am-i has ever said of a token. */
  const said = new Map<string, EventIdentity[]>()
  let version = 1

  const world = {
    disk,
    health,
    stored,
    copies,
    handed,
    said,
    isScriptLoaded: true,
    /** Whom the script in the pages takes for the one who is here. */
    cookie: {} as EventIdentity,
    isSamImpersonating: false,
    /** Weaker things are said of a history in which this was so. */
    wasDiskIll: false,
    wasClockSet: false,
    now: Date.UTC(2026, 0, 1),
    skew: 0,
    version: () => version,
    serve,
    changeFlags() {
      version += 1
      for (const { client, who, push } of streams) {
        if (!client.isGone) push(`event: patch\ndata: ${JSON.stringify({ key: 'plan', ...flagOf(who) })}\n\n`)
      }
    },
  }

  const flagOf = (who: string) => ({ value: `${who} ${version}`, version, variation: 0 })
  const whoIn = (url: string) => JSON.parse(atob(url.replace(/\?.*/, '').split('/').pop() ?? '')).key as string

  function unless(service: Service, answer: () => FakeAnswer): FakeAnswer | Promise<FakeAnswer> {
    const is = health[service]
    if (is === 'hangs') return NEVER
    if (is === 'lost') return 'network'
    return is === 'up' || is === 'wants less' ? answer() : { status: is === 'down' ? 503 : 400 }
  }

  function whoAmI(token: string, client: Client): FakeAnswer | Promise<FakeAnswer> {
    client.told = undefined
    if (health.whoAmI === 'hangs') return NEVER
    client.told = { token, who: {} }
    client.hasFailed = true
    return unless('whoAmI', () => {
      const name = token.replace(/~+$/, '')
      if (name === 'stranger') return { status: 401 }
      const isOther = name === 'sam' && world.isSamImpersonating
      const who = isOther ? { id: 'ida', impersonator: 'sam' } : { id: name }
      client.told = { token, who }
      client.hasFailed = false
      said.set(token, [...(said.get(token) ?? []), who])
      return { status: 200, body: { unique_identity: who.id, ...(isOther && { mimic_user: 'sam' }) } }
    })
  }

  function collect(body: string): FakeAnswer {
    const batch = JSON.parse(body) as { events: AnalyticsEvent[]; ids?: string[] }
    if (health.collector === 'wants less' && batch.events.length > 1) return { status: 413 }
    for (const event of batch.events) {
      copies.push(event)
      if (!stored.has(event.id)) stored.set(event.id, event)
    }
    return { status: 202, body: { stored: batch.ids?.filter((id) => stored.has(id)) } }
  }

  function serve({ url, headers, body }: HttpRequest, client: Client): FakeAnswer | Promise<FakeAnswer> {
    if (url.includes('who-am-i')) return whoAmI(headers?.['Authorization']?.slice('Bearer '.length) ?? '', client)
    if (url.includes('/sdk/evalx/')) return unless('flags', () => ({ status: 200, body: { plan: flagOf(whoIn(url)) } }))
    if (url.includes('/eval/')) {
      return unless('flags', () => {
        const { push, chunks } = fakeStream()
        streams.add({ client, who: whoIn(url), push })
        return { status: 200, chunks }
      })
    }
    return url.includes('collect') ? unless('collector', () => collect(body ?? '')) : { status: 202 }
  }

  return world
}

export type World = ReturnType<typeof createWorld>
