import { pino } from 'pino'
import type { Log } from '../collectorOptions.ts'
import { createCollector } from '../createCollector.ts'
import { compilePlan } from '../plan/compilePlan.ts'
import { endInOrder } from './endInOrder.ts'
import { keysIn } from './keysIn.ts'
import { planIn } from './planIn.ts'
import { listOf, originOf } from './lists.ts'
import { lossReader } from '../loss/lossMeter.ts'
import { createMetrics } from './metrics.ts'
import { openPatiently } from './openPatiently.ts'
import { openSink } from './openStore.ts'
import { serve } from './serve.ts'
import { startOutlets } from './startOutlets.ts'
import { traced } from './traced.ts'

/** The options of the command `start`. */
export interface StartOptions {
  readonly store: string
  readonly port: number
  readonly host: string
  readonly origin?: readonly string[]
  readonly keys?: string
  readonly adminToken?: string
  readonly plan?: readonly string[]
  readonly redact?: string
  readonly parquet?: string
  readonly kafka?: string
  readonly retentionDays?: number
  readonly maxBytes?: number
  readonly perSecond?: number
  readonly perSecondByAddress?: number
  readonly trustProxy?: boolean
  readonly logLevel: string
}

/** The shortest admin token, in characters. */
const MIN_TOKEN = 16

/** Starts the collector, and resolves when it listens. SIGTERM and SIGINT end it. */
export async function startCollector(options: StartOptions): Promise<void> {
  const { store, port, host, adminToken, retentionDays, maxBytes } = options
  const { perSecond = Infinity, perSecondByAddress = Infinity } = options
  if (adminToken !== undefined && adminToken.length < MIN_TOKEN)
    throw new Error(`The admin token has fewer than ${MIN_TOKEN} characters. Choose a longer one.`)
  const logger = pino({ level: options.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime })
  const log: Log = (level, message, fields = {}) => logger[level](fields, message)
  const origins = listOf(options.origin)
  const keys = options.keys === undefined ? undefined : await keysIn(options.keys)
  const plans = await Promise.all(listOf(options.plan).map(planIn))
  const redact = options.redact === undefined ? undefined : patternOf(options.redact)
  const choice = {
    ...{ store, log },
    ...(retentionDays !== undefined && { retentionDays }),
    ...(maxBytes !== undefined && { maxBytes }),
  }
  const sink = await openPatiently(() => openSink(choice), { log })
  const outlets = await startOutlets(options, { store: sink, log })
  const metrics = createMetrics(lossReader(sink), outlets.kafkaBehindMs)
  const collector = createCollector({
    sink: traced(sink),
    limits: { perSecond, perSecondByAddress },
    log,
    onStored: metrics.onStored,
    onAnswered: metrics.onAnswered,
    ...(keys && { keys }),
    ...(origins.length > 0 && { origins: origins.map(originOf) }),
    ...(adminToken !== undefined && { adminToken }),
    ...(redact && { redact }),
    ...(plans.length > 0 && { plan: compilePlan(...plans) }),
  })
  const server = await serve(
    async (request, info) =>
      new URL(request.url).pathname === '/metrics'
        ? new Response(await metrics.text(), { headers: { 'content-type': metrics.contentType } })
        : collector.fetch(request, info),
    { host, port, trustsProxy: options.trustProxy ?? false },
  ).catch(async (error: Error) => {
    await outlets.stop()
    await collector.close()
    throw new Error(`Cannot listen on port ${port} of ${host}: ${error.message}. Set another --port or --host.`)
  })
  log('info', 'The collector is listening.', { port: server.port, host, store: sink.name })
  if (origins.length === 0 && !keys)
    log('warn', 'Pages of every origin may post. Set --origin to the origins of your applications.')

  let isEnding = false
  const end = (signal: string) => {
    if (isEnding) return
    isEnding = true
    log('info', 'The collector is ending.', { signal })
    collector.drain()
    void endAll()
  }
  const endAll = async () => {
    const all = [
      { name: 'server', end: () => server.close() },
      { name: 'outlets', end: () => outlets.stop() },
      { name: sink.name, end: () => collector.close() },
    ]
    if (!(await endInOrder(all, log))) process.exitCode = 1
    log('info', 'The collector has ended.')
  }
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, end)
}

/** @throws a sentence, if it is no regular expression */
function patternOf(text: string): RegExp {
  try {
    return new RegExp(text, 'i')
  } catch (error) {
    throw new Error(`The pattern ${text} of --redact is no regular expression.`, { cause: error })
  }
}
