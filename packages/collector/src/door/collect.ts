import type { AnswerReason, CollectorLimits, CollectorOptions, Log } from '../collectorOptions.ts'
import type { Batch, Outcome } from '../store/store.ts'
import type { Access } from './access.ts'
import { createBudget } from './budget.ts'
import { engineOf } from './engineOf.ts'
import { reasonOf } from './reasonOf.ts'
import { createRateLimit } from './rateLimit.ts'
import { type ReadBatch, readBatch, type RefusedEvent } from './readBatch.ts'
import { readBody } from './readBody.ts'
import { redaction } from './redact.ts'
import { withTimeout } from './withTimeout.ts'

export interface CollectNeeds extends Omit<CollectorOptions, 'keys' | 'origins' | 'adminToken'> {
  readonly log: Log
  readonly now: () => number
}

/** Who posts, and whether they may. */
export type Poster = Access & { readonly address: string }

export interface Answer {
  readonly status: number
  /** For operators: never a text from outside. */
  readonly reason: AnswerReason
  readonly body: object
  readonly headers?: Readonly<Record<string, string>>
}

/** The limits that a collector has if nothing else is set. */
export const DEFAULT_LIMITS = {
  maxBytes: 5 * 1024 * 1024,
  maxEvents: 10_000,
  maxWaitingBytes: 64 * 1024 * 1024,
  storeTimeoutMs: 5000,
}
/** How many times the bytes of the largest body the events of a batch may have in the store. */
export const STORED_TIMES = 4
/** How often the log says that events are refused, in milliseconds. */
const REFUSED_MS = 60_000
/** When a page shall come again after the store has failed, in seconds. The page adds a random part. */
const RETRY_AFTER_S = 5

const UNREADABLE = { 400: 'unreadable', 413: 'too-large', 415: 'encoding' } as const
const INVALID = { 400: 'invalid', 413: 'too-large' } as const

type Saying = readonly [reason: AnswerReason, message: string]
const say = (status: number, [reason, message]: Saying): Answer => ({ status, reason, body: { message } })
const later = (status: number, saying: Saying, seconds: number): Answer => ({
  ...say(status, saying),
  headers: { 'retry-after': String(seconds) },
})

type StoreAnswer = Answer & { readonly storeMs?: number }
type MayPost = Extract<Poster, { readonly outcome: 'ok' }>
type ReadWell = Extract<ReadBatch, { readonly outcome: 'ok' }>

export interface Collect {
  /** Answers a batch. */
  answer(request: Request, poster: Poster): Promise<Answer>
  /** How many bytes of bodies, and of what they become, are in memory now. */
  waitingBytes(): number
}

export function createCollect(needs: CollectNeeds): Collect {
  const { sink, limits = {}, log, now, onStored, onAnswered } = needs
  const { maxBytes, maxEvents, maxWaitingBytes, storeTimeoutMs } = { ...DEFAULT_LIMITS, ...withoutAbsent(limits) }
  const { maxStoredBytes = STORED_TIMES * maxBytes, perSecond = Infinity, perSecondByAddress = Infinity } = limits
  const taken = redaction({ names: needs.redact, values: needs.redactValues })
  const byKey = createRateLimit(perSecond)
  const byAddress = createRateLimit(perSecondByAddress)
  const budget = createBudget(maxWaitingBytes)
  let isFailing = false
  let saidRefusedAt = -Infinity

  /** Calls a function of the host, whose errors are not those of the page. */
  function tell(call: () => void): void {
    try {
      call()
    } catch (error) {
      log('error', 'A function that the collector has called has thrown.', { reason: reasonOf(error) })
    }
  }

  /** Not each time: a wrong release is in many pages. */
  function sayRefused(app: string, count: number): void {
    if (now() - saidRefusedAt < REFUSED_MS) return
    saidRefusedAt = now()
    log('warn', 'Events are refused, and wait in their browsers. The answers to the pages say why.', { app, count })
  }

  async function answer(request: Request, { key, app, address }: MayPost): Promise<StoreAnswer> {
    // Only this content type makes a browser ask before a page of another origin posts.
    if (!/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? ''))
      return say(415, ['content-type', 'The content type must be application/json.'])
    const tooMany = (reason: AnswerReason) => later(429, [reason, 'There are too many requests.'], 1)
    if (!byKey.admits(key, now())) return tooMany('key-rate')
    if (!byAddress.admits(address, now())) return tooMany('address-rate')
    const claim = budget.claim(address)
    const full = () => later(503, ['memory', 'Too many batches wait for the store.'], RETRY_AFTER_S)
    try {
      // Before anything is read of it.
      if (!claim.takes(0)) return full()
      const body = await readBody(request, { maxBytes, takes: claim.takes })
      if (body.outcome === 'full') return full()
      if (body.outcome === 'refused') return say(body.status, [UNREADABLE[body.status], body.message])
      const engine = engineOf(request.headers.get('user-agent') ?? '')
      const arrival = {
        receivedAt: now(),
        engine,
        maxEvents,
        maxStoredBytes,
        takes: claim.takes,
        sharesFlags: sink.sharesFlags,
        plan: needs.plan,
        redaction: taken,
      }
      const read = readBatch(body.text, arrival)
      if (read.outcome === 'full') return full()
      if (read.outcome === 'invalid') return say(read.status, [INVALID[read.status], read.message])
      if (app !== undefined && read.batch.app.name !== app)
        return say(403, ['app', 'The write key is for another application.'])
      return await store(read)
    } finally {
      claim.release()
    }
  }

  async function store({ batch, refused: atTheDoor, refusedBy }: ReadWell): Promise<StoreAnswer> {
    const startedAt = performance.now()
    let outcomes: readonly Outcome[]
    try {
      outcomes = await withTimeout((signal) => sink.append(batch, signal), storeTimeoutMs)
      if (outcomes.length !== batch.events.length) throw new Error('The store has not told each outcome.')
    } catch (error) {
      // Once: while the store is away, every page asks again and again.
      if (!isFailing) log('error', `${sink.name} does not store events.`, { reason: reasonOf(error) })
      isFailing = true
      const answered = later(503, ['store', 'The store does not answer. The events are not stored.'], RETRY_AFTER_S)
      return { ...answered, storeMs: performance.now() - startedAt }
    }
    const storeMs = performance.now() - startedAt
    if (isFailing) log('info', `${sink.name} stores events again.`)
    isFailing = false
    tell(() => onStored?.(batch, outcomes))
    const refused = [...atTheDoor, ...refusedByStore(batch, outcomes)]
    if (refused.length > 0) {
      sayRefused(batch.app.name, refused.length)
      const message = refused[0]?.message ?? ''
      const stored = batch.events.length + atTheDoor.length - refused.length
      // With `stored`, a page knows that it need not send the others again.
      return { status: 422, reason: refusedBy ?? 'unstorable', body: { message, stored, refused }, storeMs }
    }
    const accepted = outcomes.filter((outcome) => outcome === 'new' || outcome === 'stored').length
    return { status: 202, reason: 'stored', body: { accepted, known: outcomes.length - accepted }, storeMs }
  }

  function note({ status, reason, body, storeMs }: StoreAnswer): void {
    const { refused = [] } = body as { refused?: readonly RefusedEvent[] }
    tell(() => onAnswered?.({ status, reason, refused: refused.length, ...(storeMs !== undefined && { storeMs }) }))
  }

  return {
    waitingBytes: budget.held,
    async answer(request, poster) {
      if (poster.outcome === 'refused') {
        const { status, reason, message } = poster
        const refusal = say(status, [reason, message])
        note(refusal)
        return refusal
      }
      try {
        const answered = await answer(request, poster)
        note(answered)
        return answered
      } catch (error) {
        note(say(500, ['error', '']))
        throw error
      }
    },
  }
}

/** A setting that is `undefined` is absent. */
const withoutAbsent = (limits: CollectorLimits): CollectorLimits =>
  Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined))

const refusedByStore = ({ events }: Batch, outcomes: readonly Outcome[]): readonly RefusedEvent[] =>
  events.flatMap(({ id }, index) => {
    const outcome = outcomes[index]
    return typeof outcome === 'object' ? [{ id, message: outcome.refused }] : []
  })
