import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { freshTopic, idsIn, readAll } from '../testing/kafkaTopics.ts'
import { type KafkaCluster, startKafka } from '../testing/startKafka.ts'

const LOGIN = { username: 'collector', password: 'p4ss-word' }

let kafka: KafkaCluster
let folder = ''
let child: ChildProcess | undefined
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kafka-options-'))
  kafka = await startKafka({ login: LOGIN })
})
afterEach(async () => {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await kafka?.stop()
})

/** The command, as a user starts it. Resolves with its address, or with what it has complained of. */
async function start(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  command: readonly string[] = [],
): Promise<string> {
  const cli = fileURLToPath(new URL('../cli.ts', import.meta.url))
  const started = spawn(process.execPath, [cli, ...command, '--host', '127.0.0.1', '--port', '0', ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child = started
  let complaint = ''
  started.stderr.on('data', (text: Buffer) => (complaint += text.toString()))
  for await (const line of createInterface({ input: started.stdout })) {
    const { port } = JSON.parse(line) as { port?: number }
    if (port === undefined) continue
    started.stdout.resume()
    return `http://127.0.0.1:${port}`
  }
  return complaint
}

async function post(url: string): Promise<string> {
  const id = crypto.randomUUID()
  const event = { id, name: 'Quote sent', at: 1, url: '', properties: {}, identity: {} }
  const body = JSON.stringify({ app: { name: 'Quotes' }, events: [event] })
  const answer = await fetch(`${url}/collect`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  expect(answer.status).toBe(202)
  return id
}

const certificate = () => {
  const file = join(folder, 'ca.pem')
  writeFileSync(file, kafka.certificate)
  return file
}

it('logs in over TLS by arguments and the environment, with Kafka as the store', async () => {
  const topic = await freshTopic(kafka.brokers)
  const url = await start(
    [
      ...['--store', `kafka://${kafka.secureBrokers.join()}/${topic}`, '--kafka-ca', certificate()],
      ...['--kafka-mechanism', 'SCRAM-SHA-512', '--kafka-username', 'collector'],
    ],
    { TELLTALE_COLLECTOR_KAFKA_PASSWORD: `${LOGIN.password}\n` },
  )
  const id = await post(url)
  expect(idsIn(await readAll(kafka.brokers, topic))).toEqual([id])
})

it('logs in over TLS by the configuration file, with Kafka beside a store', async () => {
  const topic = await freshTopic(kafka.brokers)
  const config = join(folder, 'collector.json')
  const options = {
    store: join(folder, 'events.db'),
    kafka: `kafka://${kafka.secureBrokers.join()}/${topic}`,
    kafkaCa: certificate(),
    kafkaMechanism: 'PLAIN',
    kafkaUsername: 'collector',
    kafkaPassword: LOGIN.password,
    kafkaEveryMs: 50,
    kafkaName: 'quotes',
  }
  writeFileSync(config, JSON.stringify(options))
  const id = await post(await start([], { TELLTALE_COLLECTOR_CONFIG: config }))
  await expect.poll(async () => idsIn(await readAll(kafka.brokers, topic))).toEqual([id])
})

it('says in one sentence that a password is wrong, and does not quote it', async () => {
  const topic = await freshTopic(kafka.brokers)
  const args = ['--store', `kafka://${kafka.secureBrokers.join()}/${topic}`, '--kafka-ca', certificate()]
  const env = { TELLTALE_COLLECTOR_KAFKA_USERNAME: 'collector', TELLTALE_COLLECTOR_KAFKA_PASSWORD: 'hunter2' }
  const said = await start([...args, '--kafka-mechanism', 'PLAIN'], env)
  expect(said).toContain('the brokers do not accept this login with PLAIN')
  expect(said).not.toContain('hunter2')
})

it('says in one sentence that a certificate is not trusted', async () => {
  const topic = await freshTopic(kafka.brokers)
  const args = [
    '--store',
    `kafka://${kafka.secureBrokers.join()}/${topic}`,
    '--kafka-tls',
    '--kafka-mechanism',
    'PLAIN',
  ]
  const env = { TELLTALE_COLLECTOR_KAFKA_USERNAME: 'collector', TELLTALE_COLLECTOR_KAFKA_PASSWORD: LOGIN.password }
  expect(await start(args, env)).toMatch(
    /^The option --store names a Kafka cluster that cannot be used: .*self-signed certificate/,
  )
})

it('serves the health and the figures of a command that reads a topic', async () => {
  const [topic, clean] = [await freshTopic(kafka.brokers), await freshTopic(kafka.brokers)]
  const address = `kafka://${kafka.brokers.join()}/${topic}`
  const collector = await start(['--store', address], {})
  for (let count = 0; count < 3; count += 1) await post(collector)
  child?.kill('SIGTERM')
  await (child && once(child, 'exit'))
  const url = await start(['--from', address, '--clean', clean], {}, ['dedupe'])
  const answerOf = async (path: string) => {
    const answer = await fetch(`${url}${path}`)
    return { status: answer.status, text: await answer.text() }
  }
  expect(await answerOf('/health/live')).toMatchObject({ status: 200 })
  await expect
    .poll(() => answerOf('/metrics'))
    .toMatchObject({
      text: expect.stringContaining('telltale_topic_events_stored_total 3\n'),
    })
  expect(await answerOf('/health/ready')).toEqual({ status: 200, text: '{"status":"ready","behind":0}' })
  child?.kill('SIGTERM')
  expect(await (child && once(child, 'exit'))).toEqual([0, null])
})
