import { pino } from 'pino'
import type { CollectorOptions, Log, RequestInfo } from '../collectorOptions.ts'
import { createCollector } from '../createCollector.ts'
import { lossReader } from '../loss/lossMeter.ts'
import type { EventSink, EventStore } from '../store/store.ts'
import { readDoorRules, type RuleFiles } from './doorRules.ts'
import { endInOrder } from './endInOrder.ts'
import { freeBytes } from './freeBytes.ts'
import { listenForEnd } from './endSignals.ts'
import { createMetrics } from './metrics.ts'
import { openPatiently } from './openPatiently.ts'
import { kindOf, openSink } from './stores/stores.ts'
import { limitsOf } from './options/limitOptions.ts'
import type { OptionValues, START_NAMES } from './options/options.ts'
import { runningDeletions } from './runningDeletions.ts'
import { listen } from './serve.ts'
import { type Outlets, startOutlets } from './startOutlets.ts'
import { traced } from './traced.ts'
import { createWaitingDoor } from './waitingDoor.ts'
import { unlessEnding } from './unlessEnding.ts'

/** The options of the command `start`. */
export type StartOptions = OptionValues<(typeof START_NAMES)[number]>

interface Needs {
  /** The files of keys and plans as they are chosen now. */
  readonly ruleFiles: () => RuleFiles
  /** What is odd about the options, in sentences. */
  readonly warnings: readonly string[]
}

/**
 * Starts the collector, and resolves when it takes events. It listens from the beginning: its store may be away. SIGTERM and SIGINT end it, SIGHUP
 * reads keys and plans again.
 */
export async function startCollector(options: StartOptions, { ruleFiles, warnings }: Needs): Promise<void> {
  const { port, host, drainMs } = options
  const logger = pino({ level: options.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime })
  const log: Log = (level, message, fields = {}) => logger[level](fields, message)
  const rules = await readDoorRules(ruleFiles, log)
  const warnIfOpen = () => {
    if (!options.origin && !rules.keys())
      log('warn', 'Pages of every origin may post. Set --origin to the origins of your applications.')
  }
  process.on('SIGHUP', () => void rules.reload().then(warnIfOpen))
  for (const warning of warnings) log('warn', warning)
  const metrics = createMetrics()
  const { onStored, onAnswered } = metrics
  const door = { ...doorOf(options), log, keys: rules.keys, plan: rules.plan, onStored, onAnswered }
  const waiting = createWaitingDoor(door, kindOf(options.store)?.title ?? '')
  let answer: (request: Request, info: RequestInfo) => Promise<Response> = waiting.fetch
  const server = await listen(
    async (request, info) =>
      new URL(request.url).pathname === '/metrics'
        ? new Response(await metrics.text(), { headers: { 'content-type': metrics.contentType } })
        : answer(request, info),
    { host, port, trustsProxy: options.trustProxy ?? false },
  )
  const end = listenForEnd()
  const sayEnding = () => log('info', 'The collector is ending.', { signal: String(end.ending.reason) })
  end.ending.addEventListener('abort', sayEnding)
  let opened: Opened | undefined
  try {
    const opening = openAll(options, { log, signal: end.ending, onAway: waiting.because })
    opened = await unlessEnding(opening, { signal: end.ending, late: closeAll })
  } catch (error) {
    end.ignore()
    await server.close()
    throw error
  }
  if (!opened) {
    await server.close()
    log('info', 'The collector has ended.')
    // Trying to open the store may take minutes.
    process.exit()
  }

  const { sink, outlets } = opened
  const collector = createCollector({ ...door, sink: traced(sink) })
  const { waitingBytes } = collector
  const { kafkaBehindMs, parquetBehindMs } = outlets
  metrics.readFrom({
    ...{ readLoss: lossReader(sink), deletions: runningDeletions(sink), freeBytes: freeBytes(options.store) },
    ...{ waitingBytes, kafkaBehindMs, parquetBehindMs },
  })
  answer = collector.fetch
  log('info', 'The collector is listening.', { port: server.port, host, store: sink.name })
  warnIfOpen()

  const endAll = async () => {
    collector.drain()
    await server.drain(drainMs, end.hurrying)
    const all = [
      { name: 'server', end: () => server.close() },
      { name: 'outlets', end: () => outlets.stop() },
      { name: sink.name, end: () => collector.close() },
    ]
    if (!(await endInOrder(all, log))) process.exitCode = 1
    log('info', 'The collector has ended.')
  }
  if (end.ending.aborted) void endAll()
  else end.ending.addEventListener('abort', () => void endAll())
}

interface Opened {
  readonly sink: EventSink & Partial<EventStore>
  readonly outlets: Outlets
}

interface OpenNeeds {
  readonly log: Log
  readonly signal: AbortSignal
  readonly onAway: (reason: string) => void
}

async function openAll(options: StartOptions, needs: OpenNeeds): Promise<Opened> {
  const { log } = needs
  const sink = await openPatiently(() => openSink(options, log), needs)
  return { sink, outlets: await startOutlets(options, { store: sink, log }) }
}

async function closeAll({ sink, outlets }: Opened): Promise<void> {
  await outlets.stop()
  await sink.close()
}

function doorOf(options: StartOptions): Partial<CollectorOptions> {
  const { origin, adminToken, redact, redactValues } = options
  return {
    limits: limitsOf(options),
    ...(origin && { origins: origin }),
    ...(adminToken !== undefined && { adminToken }),
    ...(redact && { redact }),
    ...(redactValues && { redactValues }),
  }
}
