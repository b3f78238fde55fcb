import { randomFillSync } from 'node:crypto'
import http from 'node:http'

// node load.mjs <url> <events in a batch> <milliseconds> <pages>: as many batches as the server takes over 16 connections, in a process of its own.

const [url = '', size = '50', duration = '5000', allPages = '16'] = process.argv.slice(2)
const BATCH = Number(size)
const CONNECTIONS = 16
/** How many pages take turns on a connection. */
const PAGES = Math.ceil(Number(allPages) / CONNECTIONS)
/** Every so many batches, one is sent again: its events have to be dropped. */
const AGAIN_EVERY = 100

const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS })
const until = performance.now() + Number(duration)
/** @type {number[]} */
const delays = []
let [stored, copies, failed] = [0, 0, 0]

await Promise.all(Array.from({ length: CONNECTIONS }, (_, number) => connection(number)))
delays.sort((a, b) => a - b)
const quantile = (/** @type {number} */ part) =>
  delays[Math.min(delays.length - 1, Math.floor(delays.length * part))] ?? 0
process.send?.({ stored, copies, failed, p50: quantile(0.5), p99: quantile(0.99) })
process.disconnect?.()

/** @param {number} number */
async function connection(number) {
  for (let index = 1; performance.now() < until; index++) {
    const body = batch(number, index)
    await deliver(body, false)
    if (index % AGAIN_EVERY === 0) await deliver(body, true)
  }
}

/** @param {string} body @param {boolean} isCopy @returns {Promise<void>} */
function deliver(body, isCopy) {
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const sentAt = performance.now()
  return new Promise((resolve) => {
    const request = http.request(`${url}/collect`, { method: 'POST', headers, agent }, (answer) => {
      answer.resume().on('end', () => {
        if (answer.statusCode !== 202) failed++
        else if (isCopy) copies += BATCH
        else stored += BATCH
        delays.push(performance.now() - sentAt)
        resolve()
      })
    })
    request.on('error', () => {
      failed++
      resolve()
    })
    request.end(body)
  })
}

/** @param {number} number @param {number} index */
function batch(number, index) {
  const at = Date.now()
  const place = number * PAGES + (index % PAGES)
  const page = `0e4f3c1a-52d7-4f0e-9b6e-${String(process.pid * 10_000 + place).padStart(12, '0')}`
  const before = Math.floor((index - 1) / PAGES) * BATCH
  const events = Array.from({ length: BATCH }, (_, one) => ({
    id: uuid7(at),
    n: before + one + 1,
    moment: 0,
    name: 'Quote sent',
    at,
    url: 'https://desk.example.com/quotes/1',
    properties: { total: 1200 + one, currency: 'USD', screen_dimensions: '1440x900', step: 'review', items: [1, 2, 3] },
    epoch: '5b0e3c0a-9a57-4c1e-8a4b-0a2c7c5d9e11',
    // Another person in each event: the worst case for what is found by the person.
    identity: { id: `user-${(place * 7 + index * BATCH + one) % 10_000}` },
  }))
  const moments = [
    { page, session: { id: `session-${place}`, startedAt: at }, view: { id: 'v', pattern: '/quotes/:id' } },
  ]
  const app = { name: 'Bench', platform: 'web', promotion: 'production' }
  const pages = { [page]: { last: before + BATCH } }
  return JSON.stringify({ app, destination: 'collector', sentAt: at, dropped: {}, inMemory: 0, pages, moments, events })
}

/** @param {number} at */
function uuid7(at) {
  const hex = randomFillSync(Buffer.alloc(10)).toString('hex')
  const time = at.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex.slice(0, 3)}-8${hex.slice(3, 6)}-${hex.slice(6, 18)}`
}
