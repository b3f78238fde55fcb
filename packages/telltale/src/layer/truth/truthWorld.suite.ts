import type { AnalyticsEvent, EventIdentity } from '../../core/model/event.ts'
import type { HttpRequest } from '../../core/ports/transport.ts'
import { fakeDisk, type FakeDisk } from '../../testing/fakeDisk.ts'
import { fakeStream, type FakeAnswer } from '../../testing/fakeTransport.ts'
import { placeOf } from './truthDeployments.suite.ts'
import { companyOf, tokenOn, userOf, type Answer, type Fact, type FactOf, type Happening } from './truthLog.suite.ts'
import { type Received, receivedIn, userAsked } from './truthReceivers.suite.ts'
import { readBatch } from '../../testing/readBatch.ts'

/** `file`: the file of the library that delivers events. */
export const SERVICES = ['whoAmI', 'flags', 'collector', 'file'] as const
export type Service = (typeof SERVICES)[number]
/**
 * `lost`: no network. `late`: the service decides on its answer at once, and sends it when the history says so. `refuses`: a
 * batch is answered with 400. `wants less`: 413, for more than one event at once.
 */
export type Health = 'up' | 'down' | 'lost' | 'hangs' | 'late' | 'refuses' | 'wants less'

/**
 * The users, and the views of a customer that support staff take. `stranger` is refused; `nobody` has no token. Each belongs to one company,
 * except Ida, who also works for another one: support staff may look at either.
 */
export const PEOPLE = [
  'ida',
  'otto',
  'support',
  'sam as ida',
  'sam as ida of bobs',
  'kim as ida',
  'sam as otto',
  'stranger',
  'nobody',
] as const
export type Who = (typeof PEOPLE)[number]

/** Support staff use one token, whether they look at the application as themselves or as a customer. */
export const isOfSupport = (who: Who) => who === 'support' || who.includes(' as ')

/** As long as the product's own tokens. A renewed token has another number, and belongs to the same person. */
export const tokenOf = (who: Who, renewal = 1) =>
  who === 'nobody' ? undefined : `${isOfSupport(who) ? 'support' : who}#${renewal}`.padEnd(36, '~')

/**
 * Whether the application can say who is signed in. `unknown`: its token is not known yet. `late`: it is promised, and the promise
 * is kept when this is `ready` again. `fails`: the promise is rejected.
 */
export type Session = 'ready' | 'unknown' | 'late' | 'fails'

/** A page, as far as the services know it. */
export interface Client {
  page: number
  isGone: boolean
  /** It is in the back/forward cache: its code does not run. */
  isFrozen: boolean
  /** Milliseconds since 1970, by a clock that is never set. */
  now(): number
}

/** An event that reached the collector or the vendor's script, and when. */
export interface Arrival {
  event: AnalyticsEvent
  fact: FactOf<'arrived'>
}

const FAULTS: Partial<Record<Health, FakeAnswer>> = { down: { status: 503 }, lost: 'network', refuses: { status: 400 } }
const NEVER = new Promise<never>(() => {})

/**
 * Everything outside the pages, and the log of what the test did and what the services answered. `hasVisitor`: the pages have the setting
 * `identity.visitor`. `isOfrep`: the flag service is a server of OFREP.
 */
export function createWorld({ hasVisitor = false, isOfrep = false } = {}) {
  const disk = fakeDisk()
  const health: Record<Service, Health> = { whoAmI: 'up', flags: 'up', collector: 'up', file: 'up' }
  const log: Fact[] = []
  const stored = new Map<string, AnalyticsEvent>()
  const copies: Arrival[] = []
  /** What receivers that are no collectors have got, by their names. */
  const doors = new Map<string, Received[]>()
  const handed: (Arrival & { to: EventIdentity })[] = []
  const streams = new Set<{
    client: Client
    user: string
    signal: AbortSignal | undefined
    push(chunk: string): void
  }>()
  /** Answers that are late: `isCut` when the connection breaks in place of the answer. */
  const owed: { client: Client; send: (isCut: boolean) => void }[] = []
  const clients = new Set<Client>()
  let version = 1
  /** Those for whom flags were evaluated. */
  const users: string[] = []

  /**
   * The `n`th value of a user. As in any flag service, a variation of a version is one value. Each version has two values for a user: the second
   * one was chosen after a segment had changed, which changes no version.
   */
  function servedAs(user: string, n: number) {
    if (!users.includes(user)) users.push(user)
    // A server of OFREP has no numbers of variations: the value says which one it is.
    const variation = isOfrep ? `${user} ${n}` : 2 * users.indexOf(user) + (n % 2)
    return { variation, version: Math.ceil(n / 2) }
  }

  function planOf(user: string, n: number) {
    const { variation, version: flagVersion } = servedAs(user, n)
    return { value: `${user} ${n}`, version: n, flagVersion, variation }
  }

  const world = {
    hasVisitor,
    disk,
    health,
    log,
    stored,
    copies,
    handed,
    doors,
    isScriptLoaded: true,
    /** The user that the vendor's script has in its cookie. */
    cookie: {} as EventIdentity,
    atSupport: 'support' as Who,
    wasClockSet: false,
    /** Whether the disk was full, or did not answer, for a while. */
    wasDiskIll: false,
    /** The position in the log at which each page had the file that reads what other pages have left. */
    fileAt: new Map<number, number>(),
    /** From which position in the log to which one the disk took nothing. */
    illTimes: [] as { from: number; to: number }[],
    /** From which position in the log to which one what a page wrote did not reach the others. */
    lateTimes: [] as { from: number; to: number }[],
    session: 'ready' as Session,
    now: Date.UTC(2026, 0, 1),
    skew: 0,
    /** For how long the machine has slept, in milliseconds. */
    sleptMs: 0,
    /** What reached the second collector of a release. */
    audited: [] as Arrival[],
    record,
    servedAs,
    serve,
    loadFile,
    arrive: (client: Client, event: AnalyticsEvent, { at = 'script', among = 1 } = {}): Arrival => ({
      event,
      fact: record(client, { type: 'arrived', name: event.name, at, among }),
    }),
    setDisk(condition: FakeDisk['condition']) {
      const latest = world.illTimes.at(-1)
      if (condition === 'well' && latest) latest.to = Math.min(latest.to, log.length)
      else if (condition !== 'well' && disk.condition === 'well')
        world.illTimes.push({ from: log.length, to: Infinity })
      disk.condition = condition
    },
    setLate(isLate: boolean) {
      const latest = world.lateTimes.at(-1)
      if (!isLate && latest) latest.to = Math.min(latest.to, log.length)
      else if (isLate && !disk.isLate) world.lateTimes.push({ from: log.length, to: Infinity })
      disk.isLate = isLate
    },
    /** No clock goes on, and then it is so much later. The connections of pages that run do not survive it. */
    sleep(ms: number) {
      world.skew += ms
      world.sleptMs += ms
      world.cutOff(({ isFrozen }) => !isFrozen)
    },
    /** Breaks the connections of these pages on which an answer is late. */
    cutOff(isMeant: (client: Client) => boolean) {
      for (const { client, send } of owed.splice(0)) {
        if (isMeant(client)) send(true)
        else owed.push({ client, send })
      }
    },
    /** Sends one of the late answers, the oldest or the newest. Returns false when there is no late answer. */
    answer(which: 'oldest' | 'newest' = 'oldest'): boolean {
      const present = owed.filter(({ client }) => !client.isFrozen)
      const next = which === 'oldest' ? present[0] : present.at(-1)
      if (!next) return false
      owed.splice(owed.indexOf(next), 1)
      next.send(false)
      return true
    },
    changeFlags() {
      version += 1
      for (const { client, user, signal, push } of streams) {
        if (client.isGone || client.isFrozen || signal?.aborted) continue
        if (isOfrep) {
          push('data: {"type":"refetchEvaluation"}\n\n')
          continue
        }
        record(client, { type: 'flags', user, version, by: 'stream' })
        push(`event: patch\ndata: ${JSON.stringify({ key: 'plan', ...planOf(user, version) })}\n\n`)
      }
    },
  }

  /** While time passes, the pages run one after the other. An event that one of them delivers may have been completed by one that is ahead. */
  function timeOf(client: Client, { type }: Happening): number {
    clients.add(client)
    const present = [...clients].filter((one) => one === client || (type === 'arrived' && !one.isGone))
    return Math.max(...present.map((one) => one.now()))
  }

  function record<Kind extends Happening>(client: Client, fact: Kind) {
    const placed = { ...fact, page: client.page, timeMs: timeOf(client, fact), order: log.length }
    log.push(placed)
    return placed
  }

  function serve(request: HttpRequest, client: Client): FakeAnswer | Promise<FakeAnswer> {
    if (client.isGone) return NEVER
    const { url, signal } = request
    if (url.includes('who-am-i')) return whoAmI(request, client)
    if (url.includes('/sdk/evalx/')) {
      const user = userIn(url)
      const reported = version
      const asked = record(client, { type: 'flags requested', user }).order
      return answer(['flags', client], { status: 200, body: { plan: planOf(user, reported) } }, (given) => {
        if (client.isGone || signal?.aborted || given === 'network' || given.status !== 200) return
        record(client, { type: 'flags', user, version: reported, by: 'poll', asked })
      })
    }
    if (url.endsWith('/ofrep/v1/evaluate/flags')) return evaluate(request, client)
    if (url.includes('/eval/')) {
      const { push, chunks } = fakeStream()
      return answer(['flags', client], { status: 200, chunks }, (given) => {
        const user = isOfrep ? '' : userIn(url)
        if (given !== 'network' && given.chunks) streams.add({ client, user, signal, push })
      })
    }
    // The batch of a page that ends a moment later has been sent.
    return /\/(?:collect|logs|batch)$/.test(url) ? collect(request, client) : { status: 202 }
  }

  /** A server of OFREP, with a stream that says that something has changed. */
  function evaluate(request: HttpRequest, client: Client) {
    const user = userAsked(request)
    const reported = version
    const isOfPage = ({ page, type }: Fact) => page === client.page && type.startsWith('flags')
    const latest = log.filter(isOfPage).at(-1)
    const isAgain = latest?.type === 'flags' && latest.user === user
    const asked = record(client, { type: 'flags requested', user, isAgain }).order
    const { value, variation, flagVersion } = planOf(user, reported)
    const etag = JSON.stringify(value)
    const metadata = { version: flagVersion }
    const flags = [{ key: 'plan', value, variant: `${variation}`, reason: 'TARGETING_MATCH', metadata }]
    const eventStreams = [{ type: 'sse', url: 'https://flags.test/eval/stream' }]
    const body = { flags, eventStreams }
    const isKnown = request.headers?.['If-None-Match'] === etag
    const well = isKnown ? { status: 304 } : { status: 200, headers: { etag }, body }
    return answer(['flags', client], well, (given) => {
      if (client.isGone || request.signal?.aborted || given === 'network' || given !== well) return
      record(client, { type: 'flags', user, version: reported, by: 'poll', asked })
    })
  }

  /** `onAnswer` is called when the page gets the answer: never in the task in which it asked. */
  async function answer(
    [service, client]: readonly [Service, Client],
    well: FakeAnswer,
    onAnswer: (given: FakeAnswer) => void,
  ) {
    const is = health[service]
    if (is === 'hangs') return NEVER
    let isCut = await (is === 'late' ? whenSent(client) : Promise.resolve(false))
    // A page that was put into the back/forward cache meanwhile hears of it when it comes back.
    if (client.isFrozen) isCut = await whenSent(client)
    const given = isCut ? 'network' : (FAULTS[is] ?? well)
    onAnswer(given)
    return given
  }

  /** Resolves when the answer is sent, with false, or when the connection breaks, with true. */
  const whenSent = (client: Client) => new Promise<boolean>((send) => owed.push({ client, send }))

  /** Calls back in the same task while all is well: most histories are about what comes after. */
  function loadFile<File>(file: File, client: Client): File | Promise<File> {
    if (client.isGone) return NEVER
    if (health.file === 'up') return file
    return answer(['file', client], { status: 200 }, () => {}).then((given) => {
      if (client.isGone) return NEVER
      return given === 'network' || given.status !== 200 ? Promise.reject(new Error('not loaded')) : file
    })
  }

  function whoAmI({ headers }: HttpRequest, client: Client) {
    const token = headers?.['Authorization']?.slice('Bearer '.length) ?? ''
    const asked = log.length
    // A token that was promised says for which question it was promised.
    const question = Number(headers?.['IdToken'] ?? tokenOn(log, client.page, asked).asked?.order ?? -1)
    const name = token.replace(/#.*$/, '')
    const [id = '', impersonator] = name === 'support' ? world.atSupport.split(' as ').reverse() : [name]
    const [user = '', company = companyOf(user)] = id.split(' of ')
    const accounts = { organization: { key: company } }
    const person: EventIdentity = { id: user, ...(impersonator && { impersonator }), accounts }
    const body = { unique_identity: user, company_id: company, ...(impersonator && { mimic_user: impersonator }) }
    return answer(['whoAmI', client], name === 'stranger' ? { status: 401 } : { status: 200, body }, (given) => {
      if (!client.isGone) record(client, { type: 'who-am-i', token, asked, question, answer: read(given, person) })
    })
  }

  function collect({ url, body = '' }: HttpRequest, client: Client): FakeAnswer | Promise<FakeAnswer> {
    const is = health.collector
    if (is === 'hangs') return NEVER
    const door = /(\w+)\.test\/v1/.exec(url)?.[1]
    const given = FAULTS[is] ?? (door ? takeAtDoor(door, receivedIn(body)) : take(readBatch(body) as Batch))
    if (is !== 'late') return given
    return whenSent(client).then((isCut) => (client.isGone ? NEVER : isCut ? 'network' : given))

    function takeAtDoor(name: string, events: readonly Received[]): FakeAnswer {
      if (is === 'wants less' && events.length > 1) return { status: 413 }
      doors.set(name, [...(doors.get(name) ?? []), ...events])
      return { status: 200, body: {} }
    }

    function take(batch: Batch): FakeAnswer {
      if (is === 'wants less' && batch.events.length > 1) return { status: 413 }
      const { app, project, events } = batch
      const host = new URL(url).hostname.replace('.test', '')
      const at = placeOf(host, app.promotion, project)
      const arrivals = events.map((event) => world.arrive(client, event, { at, among: events.length }))
      if (host === 'audit') world.audited.push(...arrivals)
      else copies.push(...arrivals)
      for (const event of host === 'audit' ? [] : events) if (!stored.has(event.id)) stored.set(event.id, event)
      return { status: 202 }
    }
  }

  return world
}

interface Batch {
  app: { promotion: string }
  project: string
  events: AnalyticsEvent[]
}

/** The context of the flags: a visitor, or a user with the company. */
interface Context {
  user?: { key?: string; anonymous?: boolean; mimic_user?: string }
  organization?: { key: string }
}

function userIn(url: string): string {
  const context = JSON.parse(atob(url.replace(/\?.*/, '').split('/').pop() ?? '')) as Context
  const { key: id = '', anonymous, mimic_user: impersonator } = context.user ?? (context as Context['user'] & object)
  if (anonymous) return userOf({})
  return userOf({
    id,
    ...(impersonator && { impersonator }),
    ...(context.organization && { accounts: { organization: context.organization } }),
  })
}

function read(given: FakeAnswer, person: EventIdentity): Answer {
  if (given === 'network' || given.status === 503) return 'failed'
  return given.status === 200 ? person : 'refused'
}

export type World = ReturnType<typeof createWorld>
