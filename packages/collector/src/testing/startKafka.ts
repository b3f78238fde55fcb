import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { kafkaJars } from './kafkaJars.ts'

/** Brokers of their own, which are controllers, too. */
export interface KafkaCluster {
  /** Such as `127.0.0.1:40001`. */
  readonly brokers: readonly string[]
  /** With a `login`: where they take connections with TLS and that login alone, and the certificate of their own. */
  readonly secureBrokers: readonly string[]
  readonly certificate: string
  /** The ids of the processes of the brokers. */
  processes(): readonly number[]
  /** Ends a broker as `kill -9` does. */
  kill(broker?: number): Promise<void>
  /** After `kill`. Does nothing if it runs. */
  start(broker?: number): Promise<void>
  /** The broker keeps its connections, and answers nothing until `thaw`. */
  freeze(broker?: number): void
  thaw(broker?: number): void
  stop(): Promise<void>
}

export interface KafkaClusterOptions {
  /** How many brokers. */
  readonly size?: number
  /** Settings of all brokers, beside those below. */
  readonly settings?: Readonly<Record<string, string>>
  /** Who may connect to `secureBrokers`, with PLAIN and with SCRAM-SHA-512. */
  readonly login?: { readonly username: string; readonly password: string }
}

const CLUSTER_ID = '4L6g3nShT-eMCtK--X86sw'

/** Starts brokers in a temporary folder. They end with this process, however it ends. */
export async function startKafka({ size = 1, settings = {}, login }: KafkaClusterOptions = {}): Promise<KafkaCluster> {
  const classPath = `${kafkaJars()}/*`
  const folder = mkdtempSync(join(tmpdir(), 'telltale-kafka-'))
  const ids = Array.from({ length: size }, (_, id) => id)
  const ports = await Promise.all(
    ids.map(async () => ({
      client: await freePort(),
      controller: await freePort(),
      secure: await freePort(),
    })),
  )
  const voters = ports.map(({ controller }, id) => `${id}@127.0.0.1:${controller}`).join()
  const running = new Map<number, ChildProcess>()

  const fileOf = (id: number) => join(folder, `${id}.properties`)
  const security = login && secureListener(folder, login)
  for (const [id, { client, controller, secure }] of ports.entries()) {
    const advertised = [`PLAINTEXT://127.0.0.1:${client}`, ...(security ? [`SECURE://127.0.0.1:${secure}`] : [])].join()
    const copies = Math.min(3, size)
    const all = {
      'node.id': id,
      'process.roles': 'broker,controller',
      'controller.quorum.voters': voters,
      'controller.listener.names': 'CONTROLLER',
      listeners: `${advertised},CONTROLLER://127.0.0.1:${controller}`,
      'advertised.listeners': advertised,
      'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,SECURE:SASL_SSL',
      'log.dirs': join(folder, `data-${id}`),
      'auto.create.topics.enable': false,
      'group.initial.rebalance.delay.ms': 0,
      'offsets.topic.num.partitions': 2,
      'offsets.topic.replication.factor': copies,
      'transaction.state.log.num.partitions': 2,
      'transaction.state.log.replication.factor': copies,
      'transaction.state.log.min.isr': Math.min(2, size),
      'log.segment.bytes': 64 * 1024 * 1024,
      ...security?.settings,
      ...settings,
    }
    writeFileSync(
      fileOf(id),
      Object.entries(all)
        .map(([key, value]) => `${key}=${value}\n`)
        .join(''),
    )
    const made = spawnSync(
      'java',
      [...JAVA, '-cp', classPath, ...FORMAT, '-c', fileOf(id), ...(security?.format ?? [])],
      { encoding: 'utf8' },
    )
    if (made.status !== 0) throw new Error(`The folder of a broker could not be made: ${made.stdout}${made.stderr}`)
  }

  const start = async (id = 0) => {
    if (running.has(id)) return
    // The shell sends signals to the broker, and ends it when its input ends, which ends with this process.
    const java = `java ${JAVA.join(' ')} -cp '${classPath}' kafka.Kafka '${fileOf(id)}'`
    const program = `${java} </dev/null & while read -r name; do kill -$name $!; done; kill -9 $!; wait`
    const shell = spawn('sh', ['-c', program], { stdio: ['pipe', 'pipe', 'pipe'] })
    running.set(id, shell)
    await isReady(shell)
  }
  const kill = async (id = 0) => {
    const shell = running.get(id)
    if (!shell || shell.exitCode !== null) return
    running.delete(id)
    const exit = once(shell, 'exit')
    shell.stdin?.end()
    await exit
  }
  const signal = (name: string, id = 0) => void running.get(id)?.stdin?.write(`${name}\n`)
  const stop = async () => {
    await Promise.all(ids.map(kill))
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }

  mkdirSync(folder, { recursive: true })
  try {
    await Promise.all(ids.map(start))
  } catch (error) {
    await stop()
    throw error
  }
  return {
    brokers: ports.map(({ client }) => `127.0.0.1:${client}`),
    secureBrokers: ports.map(({ secure }) => `127.0.0.1:${secure}`),
    certificate: security?.certificate ?? '',
    processes: () => [...running.values()].flatMap(childrenOf),
    ...{ kill, start, stop },
    freeze: (id) => signal('STOP', id),
    thaw: (id) => signal('CONT', id),
  }
}

const JAVA = ['-Xmx512m', '-XX:+UseSerialGC', '-Dorg.slf4j.simpleLogger.defaultLogLevel=info']
const FORMAT = ['kafka.tools.StorageTool', 'format', '-t', CLUSTER_ID]

/** Settings of a listener with TLS and a login, and what the folder of a broker needs for it. */
function secureListener(folder: string, { username, password }: NonNullable<KafkaClusterOptions['login']>) {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const name = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  const made = spawnSync('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    key,
    '-out',
    certificate,
    ...name,
  ])
  if (made.status !== 0) throw new Error(`The certificate could not be made: ${String(made.stderr)}`)
  const text = readFileSync(certificate, 'utf8')
  writeFileSync(join(folder, 'store.pem'), readFileSync(key, 'utf8') + text)
  const modules = 'org.apache.kafka.common.security'
  const settings = {
    'ssl.keystore.type': 'PEM',
    'ssl.keystore.location': join(folder, 'store.pem'),
    'sasl.enabled.mechanisms': 'PLAIN,SCRAM-SHA-512',
    'listener.name.secure.plain.sasl.jaas.config': `${modules}.plain.PlainLoginModule required user_${username}="${password}";`,
    'listener.name.secure.scram-sha-512.sasl.jaas.config': `${modules}.scram.ScramLoginModule required;`,
  }
  const format = ['--add-scram', `SCRAM-SHA-512=[name=${username},password=${password}]`]
  return { settings, format, certificate: text }
}

const childrenOf = ({ pid }: ChildProcess): readonly number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('There is no free port.')
  return address.port
}

/** Whatever a broker says is read until its end: a pipe that is full would stop it. */
function isReady({ stdout, stderr }: ChildProcess): Promise<void> {
  let log = ''
  return new Promise((resolve, reject) => {
    stdout?.resume()
    stderr?.on('data', (chunk: unknown) => {
      log = (log + String(chunk)).slice(-20_000)
      if (log.includes('Kafka Server started')) resolve()
      if (log.includes('Exiting Kafka')) reject(new Error(`Kafka has not started: ${log.slice(-3_000)}`))
    })
    stderr?.on('end', () => reject(new Error(`Kafka has not started: ${log.slice(-3_000)}`)))
  })
}
