import { Hono, type Context, type MiddlewareHandler } from 'hono'
import type { FaultGate } from '../faults/faultGate.ts'
import { flagMap, type EvaluatedFlags } from '../flags/evaluatedFlags.ts'
import type { FlagEvent, FlagEvents } from '../flags/flagEvents.ts'
import type { FlagPolls } from '../flags/flagPolls.ts'
import type { FlagStore } from '../flags/flagStore.ts'
import { contextKey, type FlagStreams } from '../flags/flagStreams.ts'
import { readContextBody, readContextPath } from '../flags/readContext.ts'
import { isRecord } from '../json/isRecord.ts'
import { parseJson } from '../json/parseJson.ts'
import { crossOriginFlags } from '../server/crossOrigin.ts'
import { readBody } from '../server/readBody.ts'
import { streamReader } from '../server/streamReader.ts'

/** Bytes. */
const MAX_CONTEXT_BYTES = 64 * 1024
const MAX_EVENTS_BYTES = 5 * 1024 * 1024

export interface FlagService {
  readonly store: FlagStore
  readonly streams: FlagStreams
  readonly events: FlagEvents
  readonly polls: FlagPolls
}

/** The flag vendor's client-side protocol. */
export function flagRoutes({ store, streams, events, polls }: FlagService, gate: FaultGate): Hono {
  const app = new Hono()

  const environment: MiddlewareHandler = async (c, next) => {
    if (!store.now().environments.has(c.req.param('env') ?? ''))
      return c.json({ message: 'The environment is unknown.' }, 404)
    await next()
    return undefined
  }

  /** What both a poll and a stream begin with. */
  async function evaluate(c: Context, context: unknown): Promise<EvaluatedFlags | Response> {
    const engine = store.now().environments.get(c.req.param('env') ?? '')?.engine
    const flags = context === undefined ? undefined : await engine?.evaluate(context, { withReasons: wantsReasons(c) })
    if (flags === undefined) return c.json({ message: 'The context is invalid: each of its kinds needs a key.' }, 400)
    if (engine?.isAllowed(context, c.req.query('h')) === true) return flags
    return c.json({ message: 'The environment is in secure mode, and the hash does not match the context.' }, 400)
  }

  async function answerPoll(c: Context, context: unknown): Promise<Response> {
    const { version } = store.now()
    const flags = await evaluate(c, context)
    const poll = {
      protocol: 'evalx',
      environment: c.req.param('env') ?? '',
      contextKey: contextKey(context ?? {}),
    } as const
    if (flags instanceof Response) {
      polls.answered(poll, flags.status, 'The context was refused.')
      return flags
    }
    polls.answered(poll, 200)
    c.header('cache-control', 'no-cache')
    return c.json(flagMap(flags, version))
  }

  async function answerStream(c: Context, context: unknown): Promise<Response> {
    const flags = await evaluate(c, context)
    if (flags instanceof Response) return flags
    const who = { environment: c.req.param('env') ?? '', context, withReasons: wantsReasons(c) }
    return streams.open(who, streamReader(c))
  }

  app.use('/sdk/*', ...gate('flags', crossOriginFlags))
  for (const path of ['/eval/*', '/ping/*']) app.use(path, ...gate('flag-stream', crossOriginFlags))
  app.use('/events/*', ...gate('flag-events', crossOriginFlags))

  app.get('/sdk/evalx/:env/contexts/:context', environment, (c) =>
    answerPoll(c, readContextPath(c.req.param('context'))),
  )
  app.on(['REPORT', 'POST'], '/sdk/evalx/:env/context', environment, async (c) => {
    const body = await readBody(c.req.raw, MAX_CONTEXT_BYTES)
    if (body.outcome === 'refused') return c.json({ message: body.message }, body.status)
    return answerPoll(c, readContextBody(body.text))
  })
  app.get('/eval/:env/:context', environment, (c) => answerStream(c, readContextPath(c.req.param('context'))))
  app.on('REPORT', '/eval/:env', environment, async (c) => {
    const body = await readBody(c.req.raw, MAX_CONTEXT_BYTES)
    if (body.outcome === 'refused') return c.json({ message: body.message }, body.status)
    return answerStream(c, readContextBody(body.text))
  })
  // Where a client goes that cannot open a stream with a body.
  app.get('/ping/:env', environment, (c) =>
    streams.openNotices({ event: 'ping', data: ' ', environment: c.req.param('env') }, streamReader(c)),
  )
  app.get('/sdk/goals/:env', environment, (c) => c.json([]))
  app.post('/events/bulk/:env', environment, async (c) => {
    const body = await readBody(c.req.raw, MAX_EVENTS_BYTES)
    if (body.outcome === 'refused') return c.json({ message: body.message }, body.status)
    const posted = parseJson(body.text)
    if (posted.outcome === 'invalid' || !Array.isArray(posted.value) || !posted.value.every(isFlagEvent))
      return c.json({ message: 'It must be a list of events, each with its kind.' }, 400)
    events.add(posted.value)
    return c.body(null, 202)
  })
  app.post('/events/diagnostic/:env', environment, async (c) => {
    const body = await readBody(c.req.raw, MAX_EVENTS_BYTES)
    return body.outcome === 'refused' ? c.json({ message: body.message }, body.status) : c.body(null, 202)
  })

  return app
}

function wantsReasons(c: Context): boolean {
  return c.req.query('withReasons') === 'true'
}

function isFlagEvent(value: unknown): value is FlagEvent {
  return isRecord(value) && typeof value['kind'] === 'string'
}
