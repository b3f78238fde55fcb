import { Hono, type Context, type MiddlewareHandler } from 'hono'
import type { FaultGate } from '../faults/faultGate.ts'
import type { EvaluatedFlags } from '../flags/flagEngine.ts'
import type { FlagEvents } from '../flags/flagEvents.ts'
import { flagMap } from '../flags/flagMessages.ts'
import type { FlagPolls } from '../flags/flagPolls.ts'
import type { FlagStore } from '../flags/flagStore.ts'
import type { FlagStreams } from '../flags/flagStreams.ts'
import { contextKey, readContextBody, readContextPath, userOf } from '../flags/readContext.ts'
import { crossOriginFlags } from '../server/crossOrigin.ts'
import { readBody } from '../server/readBody.ts'
import type { KeptVersions } from '../versions/keptVersions.ts'
import { MAX_FLAG_EVENT_BYTES, readFlagEvents } from './readFlagEvents.ts'

/** Bytes. */
const MAX_CONTEXT_BYTES = 64 * 1024

export interface FlagService {
  readonly store: FlagStore
  readonly streams: FlagStreams
  readonly events: FlagEvents
  readonly polls: FlagPolls
  readonly versions: Pick<KeptVersions, 'saw'>
}

interface Evaluated {
  readonly flags: EvaluatedFlags
  /** The flags that were in use when they were evaluated. */
  readonly version: number
}

/** The flag vendor's client-side protocol. */
export function createFlagRoutes({ store, streams, events, polls, versions }: FlagService, gate: FaultGate): Hono {
  const app = new Hono()

  const environment: MiddlewareHandler = async (c, next) => {
    if (!store.now().environments.has(c.req.param('env') ?? ''))
      return c.json({ message: 'The environment is unknown.' }, 404)
    await next()
    return undefined
  }

  /** The initial flags of a poll or a stream, or a refusal. */
  async function evaluate(c: Context, context: unknown): Promise<Evaluated | Response> {
    const { environments, version } = store.now()
    const engine = environments.get(c.req.param('env') ?? '')?.engine
    const flags = context === undefined ? undefined : await engine?.evaluate(context, { withReasons: wantsReasons(c) })
    if (flags === undefined) return c.json({ message: 'The context is invalid: each of its kinds needs a key.' }, 400)
    if (await engine?.isAllowed(context, c.req.query('h'))) {
      versions.saw(c.req.param('env') ?? '', context)
      return { flags, version }
    }
    return c.json({ message: 'The environment is in secure mode, and the hash does not match the context.' }, 400)
  }

  async function answerPoll(c: Context, context: unknown): Promise<Response> {
    const evaluated = await evaluate(c, context)
    const poll = {
      protocol: 'evalx',
      environment: c.req.param('env') ?? '',
      contextKey: contextKey(context ?? {}),
    } as const
    if (evaluated instanceof Response) {
      polls.answered(poll, evaluated.status, 'The context was refused.')
      return evaluated
    }
    const user = userOf(context)
    polls.answered({ ...poll, ...(user && { user }) }, 200)
    c.header('cache-control', 'no-cache')
    return c.json(flagMap(evaluated.flags, evaluated.version))
  }

  async function answerStream(c: Context, context: unknown): Promise<Response> {
    const evaluated = await evaluate(c, context)
    if (evaluated instanceof Response) return evaluated
    const subscription = { environment: c.req.param('env') ?? '', context, withReasons: wantsReasons(c) }
    return streams.open(c, { ...subscription, ...evaluated })
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
  // For clients that cannot open a stream with a body.
  app.get('/ping/:env', environment, (c) =>
    streams.openNotices(c, { event: 'ping', data: ' ', environment: c.req.param('env') }),
  )
  app.get('/sdk/goals/:env', environment, (c) => c.json([]))
  app.post('/events/bulk/:env', environment, async (c) => {
    const read = await readFlagEvents(c)
    if (read instanceof Response) return read
    events.add(read, c.req.header('X-LaunchDarkly-Payload-ID'))
    return c.body(null, 202)
  })
  app.post('/events/diagnostic/:env', environment, async (c) => {
    const body = await readBody(c.req.raw, MAX_FLAG_EVENT_BYTES)
    return body.outcome === 'refused' ? c.json({ message: body.message }, body.status) : c.body(null, 202)
  })

  return app
}

function wantsReasons(c: Context): boolean {
  return c.req.query('withReasons') === 'true'
}
