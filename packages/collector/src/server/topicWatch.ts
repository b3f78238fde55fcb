import { Counter, Gauge, Registry } from 'prom-client'
import type { Log } from '../collectorOptions.ts'
import type { Progress } from '../kafka.ts'

/** What an operator sees of a process that reads a topic. */
export interface TopicWatch {
  onProgress(progress: Progress): void
  /** Writes to the log, and remembers the last reason why something has failed. */
  readonly log: Log
  fetch(request: Request): Promise<Response>
  stop(): void
}

interface Needs {
  readonly log: Log
  readonly now?: () => number
}

/** For how long a process is ready that has neither read anything nor found nothing to read, in milliseconds. */
const READY_MS = 15_000
/** How often the log says what was done, in milliseconds. */
const ROUND_MS = 60_000

const NOTHING = { read: 0, stored: 0, refused: 0 }

export function createTopicWatch({ log, now = Date.now }: Needs): TopicWatch {
  const figures = createFigures()
  let lastAt = -Infinity
  let lastError: { readonly reason: string; readonly at: number } | undefined
  let round = NOTHING
  let behind = 0

  const timer = setInterval(() => {
    if (round.read > 0) log('info', 'Records were read.', { ...round, behind })
    round = NOTHING
  }, ROUND_MS)
  timer.unref()

  function health(): Response {
    const isReady = now() - lastAt < READY_MS
    const error = lastError && { reason: lastError.reason, at: new Date(lastError.at).toISOString() }
    const body = { status: isReady ? 'ready' : 'not ready', behind, ...(error && { lastError: error }) }
    return Response.json(body, { status: isReady ? 200 : 503 })
  }

  return {
    onProgress(progress) {
      lastAt = now()
      behind = progress.behind.reduce((all, one) => all + one, 0)
      const { read, stored, refused } = progress
      round = { read: round.read + read, stored: round.stored + stored, refused: round.refused + refused }
      figures.add(progress)
    },
    log(level, message, fields) {
      const reason = fields?.['reason']
      if (level !== 'info' && typeof reason === 'string') {
        lastError = { reason, at: now() }
        figures.failed(now())
      }
      log(level, message, fields)
    },
    async fetch(request) {
      const { pathname } = new URL(request.url)
      if (pathname === '/health/live') return Response.json({ status: 'live' })
      if (pathname === '/health' || pathname === '/health/ready') return health()
      if (pathname === '/metrics')
        return new Response(await figures.text(), { headers: { 'content-type': figures.contentType } })
      return Response.json({ message: 'Here are /health/live, /health/ready and /metrics.' }, { status: 404 })
    },
    stop: () => clearInterval(timer),
  }
}

function createFigures() {
  const registry = new Registry()
  const registers = [registry]
  const counter = (name: string, help: string) => new Counter({ name: `telltale_topic_${name}`, help, registers })
  const counters = {
    read: counter('records_read_total', 'Records that were read, and need not be read again.'),
    stored: counter('events_stored_total', 'Events that were stored, or copied to the clean topic.'),
    refused: counter('records_refused_total', 'Records that were left out. The log names each.'),
  }
  const behind = new Gauge({
    name: 'telltale_topic_behind_records',
    help: 'Records of a partition that are still to be read.',
    labelNames: ['partition'] as const,
    registers,
  })
  const failures = counter('failures_total', 'How often something has failed. Health and the log say what.')
  const failedAt = new Gauge({
    name: 'telltale_topic_last_failure_timestamp_seconds',
    help: 'When something has failed last. 0 if nothing has.',
    registers,
  })
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    add(progress: Progress) {
      for (const name of ['read', 'stored', 'refused'] as const) counters[name].inc(progress[name])
      for (const [partition, records] of progress.behind.entries()) behind.set({ partition }, records)
    },
    failed(at: number) {
      failures.inc()
      failedAt.set(at / 1000)
    },
  }
}
