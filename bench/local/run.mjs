import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cpus, loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { writeSection } from '../writeSection.mjs'
import { FLAGS, flagsFile } from './flags.mjs'
import { startServer } from './startServer.mjs'

/** Milliseconds between two looks at the server's memory. */
const LOOK_MS = 1000

const [loadBefore = 0] = loadavg()
const streams = await measure('streamLoad.mjs')
console.log(streams)
const events = await measure('eventLoad.mjs')
console.log(events)
const stored = events.rows
const isOnce =
  stored === events.figures.sent && events.figures.known === events.figures.copies && events.figures.failed === 0
const growth = (/** @type {{ memory: number[] }} */ { memory }) => {
  const half = memory.slice(Math.floor(memory.length / 2))
  const mean = (/** @type {number[]} */ list) => list.reduce((sum, one) => sum + one, 0) / list.length
  const third = Math.ceil(half.length / 3)
  return mean(half.slice(-third)) - mean(half.slice(0, third))
}
const yes = (/** @type {boolean} */ isSo) => (isSo ? 'yes' : '**no**')
const ms = (/** @type {number} */ value) => `${value.toFixed(1)} ms`
const percent = (/** @type {number} */ share) => `${(share * 100).toFixed(0)} %`
const { figures: s } = streams
const { figures: e } = events

await writeSection(
  'local',
  `## The local services under load

\`npm run bench -- local\`, ${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} cores, on which the load runs too, in a process of its own.
When it began, the machine's load average was ${loadBefore.toFixed(1)}: above 1, other work takes part of the processors, and the figures are worse for it.

| figure | wanted | measured | met |
| --- | --- | --- | --- |
| from the command to an address that answers | under 2 s | ${(Math.max(streams.startMs, events.startMs) / 1000).toFixed(2)} s | ${yes(Math.max(streams.startMs, events.startMs) < 2000)} |
| streams open | 200 | ${s.streams} | ${yes(s.streams >= 200)} |
| flag changes pushed to all of them | 10 per second | ${s.perSecond.toFixed(1)} per second | ${yes(s.perSecond >= 9.8)} |
| messages of ${s.expected} that reached a client | all | ${s.received} | ${yes(s.received === s.expected)} |
| change → client, p99 | under 100 ms | ${ms(s.p99)} (median ${ms(s.p50)}, worst ${ms(s.max)}) | ${yes(s.p99 < 100)} |
| … processor of the services, of one core | | ${percent(streams.share)} | |
| … memory over the second half of it | flat | ${growth(streams).toFixed(0)} MB | ${yes(growth(streams) < 20)} |
| events taken in for 60 s | 5000 per second | ${e.perSecond.toFixed(0)} per second | ${yes(e.perSecond >= 4900)} |
| … stored exactly once, of ${e.sent} and ${e.copies} copies | all | ${stored}, and ${e.known} copies dropped | ${yes(isOnce)} |
| … from a delivery to its acknowledgement | | p99 ${ms(e.p99)}, median ${ms(e.p50)} | |
| … processor of the services, of one core | | ${percent(events.share)} | |
| … memory over the second half of it | flat | ${growth(events).toFixed(0)} MB | ${yes(growth(events) < 20)} |

A change is a command of the console: it is written into flags.json, and for each stream the vendor's evaluator evaluates the ${FLAGS} flags
for its context, and what differs is sent. The time is from sending the command until a client has the message; the median includes the
evaluations of half of the other streams. An event is acknowledged when it is in the database's log on the disk; every twentieth delivery is sent twice. Memory is what the
process holds, read every second: the mean of the last third of the second half against that of its first third. Processor time is the process's own and the kernel's for it.
`,
)

/** @param {string} load */
async function measure(load) {
  const server = await startServer(flagsFile())
  const memory = [await server.memory()]
  const looking = setInterval(async () => memory.push(await server.memory()), LOOK_MS)
  const child = fork(fileURLToPath(new URL(load, import.meta.url)), [server.url])
  child.once('exit', (code) => {
    if (code === 0) return
    // Without its load there is nothing to wait for.
    console.error(`${load} ended with ${code}.`)
    void server.stop().then(() => process.exit(1))
  })
  let begun = { at: performance.now(), seconds: await server.processorSeconds() }
  let [message] = await once(child, 'message')
  if (message === 'begin') {
    begun = { at: performance.now(), seconds: await server.processorSeconds() }
    ;[message] = await once(child, 'message')
  }
  const used = (await server.processorSeconds()) - begun.seconds
  const share = (used * 1000) / (performance.now() - begun.at)
  clearInterval(looking)
  // All events of an export, and how many are another's copy: both are wanted to be nothing else than what was sent.
  const lines = (await (await fetch(`${server.url}/console/events.ndjson`)).text()).split('\n').filter(Boolean)
  const ids = new Set(lines.map((line) => JSON.parse(line).id))
  await server.stop()
  return { startMs: server.startMs, figures: message, share, memory, rows: lines.length, ids: ids.size }
}
