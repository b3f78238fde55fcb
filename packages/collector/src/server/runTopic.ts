import { pino } from 'pino'
import type { Log } from '../collectorOptions.ts'
import type { Running } from '../kafka.ts'
import type { OptionValues } from './options/options.ts'
import { listen, type Server } from './serve.ts'
import { createTopicWatch, type TopicWatch } from './topicWatch.ts'

export interface TopicOptions {
  /** Without it, nothing is served. */
  readonly port?: number
  readonly host: OptionValues<'host'>['host']
  /** What is done, for the log. */
  readonly name: string
}

/** Starts what reads a topic, and resolves when it has ended: by SIGTERM or SIGINT. Its health and its figures are served meanwhile. */
export async function runTopic(
  start: (watch: Pick<TopicWatch, 'log' | 'onProgress'>) => Promise<Running>,
  { port, host, name }: TopicOptions,
): Promise<void> {
  const logger = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime })
  const log: Log = (level, message, fields = {}) => logger[level](fields, message)
  const watch = createTopicWatch({ log })
  let server: Server | undefined
  try {
    if (port !== undefined) server = await listen(watch.fetch, { host, port, trustsProxy: false })
    const running = await start(watch)
    log('info', `The command ${name} has begun.`, server ? { port: server.port, host } : {})
    for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => void running.stop())
    await running.ended
    log('info', `The command ${name} has ended.`)
  } finally {
    watch.stop()
    await server?.close()
  }
}
