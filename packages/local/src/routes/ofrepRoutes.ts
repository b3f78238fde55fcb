import { createHash } from 'node:crypto'
import { Hono, type Context } from 'hono'
import type { FaultGate } from '../faults/faultGate.ts'
import type { EvaluatedFlags, EvaluateOptions } from '../flags/flagEngine.ts'
import type { Environment } from '../flags/flagsFile.ts'
import type { FlagsSnapshot, FlagStore, LiveEnvironment } from '../flags/flagStore.ts'
import type { FlagPolls } from '../flags/flagPolls.ts'
import type { FlagStreams } from '../flags/flagStreams.ts'
import { ofrepFlag } from '../flags/ofrepFlag.ts'
import { contextKey, readOfrepContext } from '../flags/readContext.ts'
import { crossOriginOfrep } from '../server/crossOrigin.ts'
import { readBody } from '../server/readBody.ts'
import type { KeptVersions } from '../versions/keptVersions.ts'

/** Bytes. */
const MAX_CONTEXT_BYTES = 64 * 1024
/** The stream that tells browsers to poll again. */
const STREAM = '/ofrep/v1/stream'
const ASK_AGAIN = JSON.stringify({ type: 'refetchEvaluation' })
const NO_VALID_CONTEXT = { errorCode: 'INVALID_CONTEXT', errorDetails: 'Each kind of the context needs a key.' }

export interface OfrepService {
  readonly store: FlagStore
  readonly streams: FlagStreams
  readonly polls: FlagPolls
  readonly versions: Pick<KeptVersions, 'saw'>
}

type Evaluated =
  | {
      readonly outcome: 'ok'
      readonly flags: EvaluatedFlags
      readonly definitions: Environment['flags']
    }
  | { readonly outcome: 'refused'; readonly status: 400 | 401 | 413; readonly body: object }

/** The OpenFeature Remote Evaluation Protocol, 0.3, for every OpenFeature client. */
export function createOfrepRoutes({ store, streams, polls, versions }: OfrepService, gate: FaultGate): Hono {
  const app = new Hono()

  async function evaluate(c: Context, options: EvaluateOptions): Promise<Evaluated> {
    const environment = environmentOf(c, store.now())
    if (environment === undefined)
      return { outcome: 'refused', status: 401, body: { errorDetails: 'The key is unknown.' } }
    const body = await readBody(c.req.raw, MAX_CONTEXT_BYTES)
    if (body.outcome === 'refused') {
      const status = body.status === 413 ? 413 : 400
      return { outcome: 'refused', status, body: { errorCode: 'PARSE_ERROR', errorDetails: body.message } }
    }
    const read = readOfrepContext(body.text)
    const flags = read.outcome === 'ok' ? await environment.engine.evaluate(read.context, options) : undefined
    const of = { protocol: 'ofrep', environment: environment.id } as const
    polls.answered({ ...of, contextKey: read.outcome === 'ok' ? contextKey(read.context) : '' }, flags ? 200 : 400)
    if (read.outcome === 'ok' && flags !== undefined) {
      versions.saw(environment.id, read.context)
      return { outcome: 'ok', flags, definitions: environment.flags }
    }
    const { errorCode, errorDetails } = read.outcome === 'invalid' ? read : NO_VALID_CONTEXT
    return { outcome: 'refused', status: 400, body: { errorCode, errorDetails } }
  }

  app.use('/ofrep/*', ...gate('ofrep', crossOriginOfrep))

  app.post('/ofrep/v1/evaluate/flags', async (c) => {
    const evaluated = await evaluate(c, { withReasons: true })
    if (evaluated.outcome === 'refused') return c.json(evaluated.body, evaluated.status)
    const flags = [...evaluated.flags].flatMap(([key, flag]) => {
      const definition = evaluated.definitions[key]
      return definition === undefined ? [] : [ofrepFlag(flag, definition)]
    })
    const etag = `"${createHash('sha256').update(JSON.stringify(flags)).digest('base64url')}"`
    c.header('etag', etag)
    c.header('cache-control', 'no-cache')
    if (c.req.header('if-none-match') === etag) return c.body(null, 304)
    return c.json({ flags, eventStreams: [{ type: 'sse', url: new URL(STREAM, c.req.url).href }] })
  })

  app.post('/ofrep/v1/evaluate/flags/:key', async (c) => {
    const key = c.req.param('key')
    const evaluated = await evaluate(c, { withReasons: true, forServers: true })
    if (evaluated.outcome === 'refused') return c.json({ key, ...evaluated.body }, evaluated.status)
    const flag = evaluated.flags.get(key)
    const definition = evaluated.definitions[key]
    if (flag === undefined || definition === undefined)
      return c.json({ key, errorCode: 'FLAG_NOT_FOUND', errorDetails: `There is no flag ${key}.` }, 404)
    const answer = ofrepFlag(flag, definition)
    return c.json(answer, 'errorCode' in answer ? 400 : 200)
  })

  // The request carries no key, so clients of every environment are notified and poll again with their key.
  app.get(STREAM, (c) => streams.openNotices(c, { data: ASK_AGAIN, environment: '' }))

  return app
}

/** The request's key is the client-side id of an environment. Without a key, the first environment is used. */
function environmentOf(c: Context, { environments }: FlagsSnapshot): LiveEnvironment | undefined {
  const key = c.req.header('x-api-key') ?? /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
  return key === undefined ? [...environments.values()][0] : environments.get(key)
}
