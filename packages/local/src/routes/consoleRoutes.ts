import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import type { ConsoleFeed } from '../console/consoleFeed.ts'
import type { ConsoleEvaluation } from '../console/consoleMessage.ts'
import type { ConsoleAsset } from '../console/consoleFiles.ts'
import { readFaultCommand } from '../faults/fault.ts'
import type { FaultBoard } from '../faults/faultBoard.ts'
import type { EvaluatedFlag } from '../flags/evaluatedFlags.ts'
import type { FlagStore } from '../flags/flagStore.ts'
import type { SwitchFlag, Switched } from '../flags/switchFlag.ts'
import { isRecord } from '../json/isRecord.ts'
import { parseJson } from '../json/parseJson.ts'
import { sameOrigin } from '../server/guard.ts'
import { readBody } from '../server/readBody.ts'

export interface ConsoleService {
  readonly files: ReadonlyMap<string, ConsoleAsset>
  readonly feed: ConsoleFeed
  readonly switchFlag: SwitchFlag
  readonly faults: FaultBoard
  readonly store: FlagStore
}

/** Bytes. */
const MAX_COMMAND_BYTES = 16 * 1024
/** Stands in the built page wherever the nonce of an answer belongs. */
const NONCE_MARK = '{{nonce}}'
const NOT_BUILT = 'The console is not built. Build it with: npm run build -w @telltale/local\n'

const STATUS: Readonly<Record<Switched, { readonly status: 200 | 404 | 409; readonly message: string }>> = {
  written: { status: 200, message: 'Written.' },
  unchanged: { status: 200, message: 'It was so already.' },
  'unknown flag': { status: 404, message: 'The flag is not in the file, or not in this environment.' },
  'broken file': { status: 409, message: 'The file is broken: put it in order first.' },
}

/** The console's page, its stream, and what it can do. */
export function consoleRoutes({ files, feed, switchFlag, faults, store }: ConsoleService): Hono {
  const app = new Hono()

  app.use('/console/*', async (c, next) => {
    await next()
    c.res.headers.set('cross-origin-resource-policy', 'same-origin')
  })
  app.get('/console/stream', () => feed.open())
  app.post('/console/flags/:key', sameOrigin, async (c) => {
    const body = await readBody(c.req.raw, MAX_COMMAND_BYTES)
    if (body.outcome === 'refused') return c.json({ message: body.message }, body.status)
    const command = parseJson(body.text)
    const { on, environment } = command.outcome === 'ok' && isRecord(command.value) ? command.value : {}
    if (typeof on !== 'boolean' || (environment !== undefined && typeof environment !== 'string'))
      return c.json({ message: 'It must be { "on": true } or { "on": false }, and may name an "environment".' }, 400)
    const wanted = { key: c.req.param('key'), on, ...(environment !== undefined && { environment }) }
    const { status, message } = STATUS[await switchFlag(wanted)]
    return c.json({ message }, status)
  })
  app.post('/console/evaluations', sameOrigin, async (c) => {
    const body = await readBody(c.req.raw, MAX_COMMAND_BYTES)
    if (body.outcome === 'refused') return c.json({ message: body.message }, body.status)
    const asked = parseJson(body.text)
    const { context, environment } = asked.outcome === 'ok' && isRecord(asked.value) ? asked.value : {}
    const { environments } = store.now()
    const live = environment === undefined ? [...environments.values()][0] : environments.get(String(environment))
    if (live === undefined) return c.json({ message: 'The environment is unknown.' }, 404)
    const flags = isRecord(context)
      ? await live.engine.evaluate(context, { withReasons: true, forServers: true })
      : undefined
    if (flags === undefined) return c.json({ message: 'The context is invalid: each of its kinds needs a key.' }, 400)
    return c.json(Object.fromEntries([...flags].map(([key, flag]) => [key, evaluation(flag)])))
  })
  app.post('/console/faults', sameOrigin, async (c) => {
    const body = await readBody(c.req.raw, MAX_COMMAND_BYTES)
    if (body.outcome === 'refused') return c.json({ message: body.message }, body.status)
    const command = parseJson(body.text)
    const wanted = command.outcome === 'ok' ? readFaultCommand(command.value) : command
    if (wanted.outcome === 'invalid') return c.json({ message: wanted.problems.join(' ') }, 400)
    faults.obey(wanted.value)
    return c.json({ faults: faults.faults() })
  })

  app.get('/', (c) => {
    const page = files.get('/index.html')
    if (page === undefined) return c.text(NOT_BUILT, 503)
    const nonce = randomBytes(16).toString('base64')
    c.header('cache-control', 'no-store')
    c.header('content-security-policy', contentSecurityPolicy(nonce))
    c.header('referrer-policy', 'no-referrer')
    c.header('cross-origin-opener-policy', 'same-origin')
    return c.html(Buffer.from(page.body).toString('utf8').replaceAll(NONCE_MARK, nonce))
  })
  app.get('*', async (c, next) => {
    const asset = c.req.path === '/index.html' ? undefined : files.get(c.req.path)
    if (asset === undefined) return next()
    // Names in /assets/ carry a hash of their content.
    const isHashed = c.req.path.startsWith('/assets/')
    c.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    c.header('content-type', asset.type)
    c.header('cross-origin-resource-policy', 'same-origin')
    return c.body(asset.body)
  })

  return app
}

function evaluation({ wire }: EvaluatedFlag): ConsoleEvaluation {
  const { value, variation, reason } = wire
  return {
    value,
    reason: reason as ConsoleEvaluation['reason'],
    ...(typeof variation === 'number' && { variation }),
  }
}

function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    // The component library writes its variables into a <style> of its own, which carries the nonce.
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
