import { pino } from 'pino'
import type { Log } from '../collectorOptions.ts'
import { createCollector } from '../createCollector.ts'
import { readDoorRules, type RuleFiles } from './doorRules.ts'
import { endInOrder } from './endInOrder.ts'
import { lossReader } from '../loss/lossMeter.ts'
import { createMetrics } from './metrics.ts'
import { openPatiently } from './openPatiently.ts'
import { openSink } from './openStore.ts'
import { limitsOf } from './options/limitOptions.ts'
import type { OptionValues, START_NAMES } from './options/options.ts'
import { serve } from './serve.ts'
import { startOutlets } from './startOutlets.ts'
import { traced } from './traced.ts'

/** The options of the command `start`. */
export type StartOptions = OptionValues<(typeof START_NAMES)[number]>

interface Needs {
  /** The files of keys and plans as they are chosen now. */
  readonly ruleFiles: () => RuleFiles
  /** What is odd about the options, in sentences. */
  readonly warnings: readonly string[]
}

/** Starts the collector, and resolves when it listens. SIGTERM and SIGINT end it, SIGHUP reads keys and plans again. */
export async function startCollector(options: StartOptions, { ruleFiles, warnings }: Needs): Promise<void> {
  const { port, host, origin, adminToken, redact, trustProxy = false } = options
  const logger = pino({ level: options.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime })
  const log: Log = (level, message, fields = {}) => logger[level](fields, message)
  const limits = limitsOf(options)
  const rules = await readDoorRules(ruleFiles, log)
  const warnIfOpen = () => {
    if (!origin && !rules.keys())
      log('warn', 'Pages of every origin may post. Set --origin to the origins of your applications.')
  }
  // Before the store is there, for which it may wait: the signal would end the process.
  process.on('SIGHUP', () => void rules.reload().then(warnIfOpen))
  for (const warning of warnings) log('warn', warning)
  const sink = await openPatiently(() => openSink(options, log), { log })
  const outlets = await startOutlets(options, { store: sink, log })
  const metrics = createMetrics(lossReader(sink), outlets.kafkaBehindMs)
  const collector = createCollector({
    ...{ sink: traced(sink), limits, log, keys: rules.keys, plan: rules.plan },
    onStored: metrics.onStored,
    onAnswered: metrics.onAnswered,
    ...(origin && { origins: origin }),
    ...(adminToken !== undefined && { adminToken }),
    ...(redact && { redact }),
  })
  const server = await serve(
    async (request, info) =>
      new URL(request.url).pathname === '/metrics'
        ? new Response(await metrics.text(), { headers: { 'content-type': metrics.contentType } })
        : collector.fetch(request, info),
    { host, port, trustsProxy: trustProxy },
  ).catch(async (error: Error) => {
    await outlets.stop()
    await collector.close()
    throw new Error(`Cannot listen on port ${port} of ${host}: ${error.message}. Set another --port or --host.`)
  })
  log('info', 'The collector is listening.', { port: server.port, host, store: sink.name })
  warnIfOpen()

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
