import { Hono } from 'hono'
import type { ConsoleFeed } from '../console/consoleFeed.ts'
import type { ConsoleEvaluation } from '../console/consoleMessage.ts'
import { editProblems } from '../editing/editProblems.ts'
import { draftReferences } from '../editing/flagEdits.ts'
import { readFaultCommand } from '../faults/fault.ts'
import type { FaultBoard } from '../faults/faultBoard.ts'
import { createFlagEngine, type EvaluatedFlag } from '../flags/flagEngine.ts'
import type { FlagStore } from '../flags/flagStore.ts'
import type { FlagStreams } from '../flags/flagStreams.ts'
import { completeFlag, type ServerFlag } from '../flags/serverFlag.ts'
import { isRecord } from '../json/isRecord.ts'
import { sameOrigin } from '../server/guard.ts'
import { readJson } from '../server/readBody.ts'
import type { VendorRecords } from '../vendors/vendorRecords.ts'

export interface ConsoleService {
  readonly feed: ConsoleFeed
  readonly faults: FaultBoard
  readonly store: FlagStore
  readonly streams: FlagStreams
  readonly vendors: VendorRecords
}

/** Bytes. */
const MAX_COMMAND_BYTES = 1024 * 1024

/** The console's stream, its requests, and its commands for faults. */
export function createConsoleRoutes({ feed, faults, store, streams, vendors }: ConsoleService): Hono {
  const app = new Hono()

  app.use('/console/*', async (c, next) => {
    await next()
    c.res.headers.set('cross-origin-resource-policy', 'same-origin')
  })
  app.get('/console/stream', (c) => feed.open(c))
  app.get('/console/older', async (c) => c.json(await feed.older(c.req.query('before') ?? '')))
  app.post('/console/evaluations', sameOrigin, async (c) => {
    const asked = await readJson(c.req.raw, MAX_COMMAND_BYTES)
    if (asked.outcome === 'refused') return c.json({ message: asked.message }, asked.status)
    const { context, environment, flag } = isRecord(asked.value) ? asked.value : {}
    const { environments, file } = store.now()
    const live = environment === undefined ? [...environments.values()][0] : environments.get(String(environment))
    if (live === undefined) return c.json({ message: 'The environment is unknown.' }, 404)
    const key = isRecord(flag) ? String(flag['key']) : undefined
    const problems = key === undefined ? [] : editProblems(key, flag, draftReferences(file, live.id))
    if (problems.length > 0) return c.json({ message: 'The flag cannot be evaluated.', problems }, 400)
    const engine =
      key === undefined
        ? live.engine
        : createFlagEngine(
            { ...live, flags: { ...live.flags, [key]: completeFlag(key, flag as Partial<ServerFlag>) } },
            file.segments,
          )
    const flags = isRecord(context)
      ? await engine.evaluate(context, { withReasons: true, forServers: true })
      : undefined
    if (engine !== live.engine) engine.close()
    if (flags === undefined) return c.json({ message: 'The context is invalid: each of its kinds needs a key.' }, 400)
    return c.json(Object.fromEntries([...flags].map(([name, evaluated]) => [name, evaluation(evaluated)])))
  })
  app.post('/console/faults', sameOrigin, async (c) => {
    const command = await readJson(c.req.raw, MAX_COMMAND_BYTES)
    if (command.outcome === 'refused') return c.json({ message: command.message }, command.status)
    const wanted = readFaultCommand(command.value)
    if (wanted.outcome === 'invalid') return c.json({ message: wanted.problems.join(' ') }, 400)
    faults.apply(wanted.value)
    return c.json({ faults: faults.faults() })
  })
  app.post('/console/connections/cut', sameOrigin, (c) => c.json({ ended: streams.endAll() }))
  app.delete('/console/vendors', sameOrigin, (c) => {
    vendors.forget()
    return c.json({ message: 'Forgotten.' })
  })

  return app
}

function evaluation({ result }: EvaluatedFlag): ConsoleEvaluation {
  const { value, variation, reason } = result
  return {
    value,
    reason: reason as ConsoleEvaluation['reason'],
    ...(typeof variation === 'number' && { variation }),
  }
}
