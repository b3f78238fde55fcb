import type { AnalyticsEvent, EventIdentity } from '../core/model/event.ts'
import type { Person } from '../core/model/identity.ts'
import type { HttpRequest } from '../core/ports/transport.ts'
import { fakeDisk } from '../testing/fakeDisk.ts'
import { fakeStream, type FakeAnswer } from '../testing/fakeTransport.ts'

export const SERVICES = ['whoAmI', 'flags', 'collector'] as const
export type Service = (typeof SERVICES)[number]
/**
 * `lost`: no network. `late`: it knows the answer, and gives it when it is told to. `refuses`: a batch is answered 400. `wants
 * less`: 413, to more than one event at once.
 */
export type Health = 'up' | 'down' | 'lost' | 'hangs' | 'late' | 'refuses' | 'wants less'

/** Whoever may sign in. */
export const PEOPLE = ['ida', 'otto', 'support', 'sam as ida', 'kim as ida', 'stranger', 'nobody'] as const
export type Who = (typeof PEOPLE)[number]

/** Those of support look at the application as themselves or as Ida, with one and the same token. */
export const isOfSupport = (who: Who) => who === 'support' || who.includes(' as ')

/** As long as the product's own tokens. */
export const tokenOf = (who: Who) =>
  who === 'nobody' ? undefined : (isOfSupport(who) ? 'support' : who).padEnd(36, '~')

/** A page, as far as the services know it. */
export interface Client {
  /** What who-am-i has answered last. */
  told?: { token: string; who: EventIdentity } | undefined
  /** Who-am-i has failed for the token that is in use. */
  hasFailed?: boolean
  isGone: boolean
}

const FAULTS: Partial<Record<Health, FakeAnswer>> = { down: { status: 503 }, lost: 'network', refuses: { status: 400 } }
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
  /** What is answered late. */
  const owed: (() => void)[] = []
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
    atSupport: 'support' as Who,
    /** Weaker things are said of a history in which this was so. */
    wasDiskIll: false,
    wasClockSet: false,
    now: Date.UTC(2026, 0, 1),
    skew: 0,
    version: () => version,
    serve,
    answer: () => owed.splice(0).forEach((give) => give()),
    changeFlags() {
      version += 1
      for (const { client, who, push } of streams) {
        if (!client.isGone) push(`event: patch\ndata: ${JSON.stringify({ key: 'plan', ...flagOf(who) })}\n\n`)
      }
    },
  }

  const flagOf = (who: string) => ({ value: `${who} ${version}`, version, variation: 0 })
  const whoIn = (url: string) => JSON.parse(atob(url.replace(/\?.*/, '').split('/').pop() ?? '')).key as string
  const tokenIn = ({ headers }: HttpRequest) => headers?.['Authorization']?.slice('Bearer '.length) ?? ''

  function serve(request: HttpRequest, client: Client): FakeAnswer | Promise<FakeAnswer> {
    const { url, signal } = request
    if (url.includes('who-am-i')) {
      client.told = undefined
      return answer('whoAmI', () => whoAmI(tokenIn(request)))
    }
    if (url.includes('/sdk/evalx/')) return answer('flags', () => ({ status: 200, body: { plan: flagOf(whoIn(url)) } }))
    if (url.includes('/eval/')) return answer('flags', () => stream(whoIn(url), client))
    return url.includes('collect') ? answer('collector', () => collect(request.body ?? '')) : { status: 202 }

    function answer(service: Service, well: () => FakeAnswer): FakeAnswer | Promise<FakeAnswer> {
      const is = health[service]
      if (is === 'hangs') return NEVER
      const given = FAULTS[is] ?? well()
      const hear = () => {
        if (service === 'whoAmI') hearWho(given, client, tokenIn(request))
        return given
      }
      // Nobody hears a late one who wants it no more, or is gone.
      const owe = (give: (late: FakeAnswer) => void) =>
        owed.push(() => client.isGone || signal?.aborted || give(hear()))
      return is === 'late' ? new Promise(owe) : hear()
    }
  }

  function whoAmI(token: string): FakeAnswer {
    const name = token.replace(/~+$/, '')
    if (name === 'stranger') return { status: 401 }
    const [id = '', impersonator] = name === 'support' ? world.atSupport.split(' as ').reverse() : [name]
    return { status: 200, body: { unique_identity: id, ...(impersonator && { mimic_user: impersonator }) } }
  }

  function hearWho(answer: FakeAnswer, client: Client, token: string) {
    const person = answer === 'network' ? undefined : (answer.body as Person | undefined)
    const { unique_identity: id, mimic_user: impersonator } = person ?? {}
    const who = id ? { id, ...(impersonator && { impersonator }) } : {}
    client.told = { token, who }
    client.hasFailed = !id
    if (id) said.set(token, [...(said.get(token) ?? []), who])
  }

  function stream(who: string, client: Client): FakeAnswer {
    const { push, chunks } = fakeStream()
    streams.add({ client, who, push })
    return { status: 200, chunks }
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

  return world
}

export type World = ReturnType<typeof createWorld>
