import http from 'node:http'

/** The load of the second figure, in a process of its own: events that are delivered again where no answer came. */
const EVENTS_PER_SECOND = 5000
const EVENTS_PER_DELIVERY = 50
const SECONDS = 60
/** Deliveries that are sent twice, as after a connection that broke: their copies have to be dropped. */
const TWICE_EVERY = 20
/** Milliseconds of patience with what is still under way at the end. */
const GRACE_MS = 30_000

const [url = ''] = process.argv.slice(2)
// Below the five seconds after which the services close what is idle: a delivery must not meet a connection that is just being closed.
const agent = new http.Agent({ keepAlive: true, maxSockets: 16, timeout: 3000 })
const deliveries = (EVENTS_PER_SECOND * SECONDS) / EVENTS_PER_DELIVERY
/** @type {number[]} */
const delays = []
let [accepted, known, failed, under] = [0, 0, 0, 0]
const startedAt = performance.now()

for (let index = 0; index < deliveries; index++) {
  const dueAt = startedAt + (index * EVENTS_PER_DELIVERY * 1000) / EVENTS_PER_SECOND
  while (performance.now() < dueAt) await pause(Math.max(1, dueAt - performance.now()))
  deliver(index)
  if (index % TWICE_EVERY === 0) deliver(index)
}
const lastSentAt = performance.now()
while (under > 0 && performance.now() < lastSentAt + GRACE_MS) await pause(5)
const within = performance.now() - startedAt
delays.sort((a, b) => a - b)
const quantile = (/** @type {number} */ part) => delays[Math.min(delays.length - 1, Math.floor(delays.length * part))]
process.send?.({
  sent: deliveries * EVENTS_PER_DELIVERY,
  copies: Math.ceil(deliveries / TWICE_EVERY) * EVENTS_PER_DELIVERY,
  accepted,
  known,
  failed,
  perSecond: accepted / (within / 1000),
  p50: quantile(0.5),
  p99: quantile(0.99),
})
process.exit(0)

/** @param {number} index */
function deliver(index) {
  const at = Date.now()
  const events = Array.from({ length: EVENTS_PER_DELIVERY }, (_, one) => ({
    // Like a UUID, and unlike any other.
    id: `019ab2f4-6a3e-7cc3-8000-${String(index * EVENTS_PER_DELIVERY + one).padStart(12, '0')}`,
    name: 'Quote sent',
    at,
    url: 'https://desk.example/quotes/1',
    properties: { total: 1200 + one, currency: 'USD', 'flag new-pricing': true, 'flag quote-layout': 'compact' },
    identity: { id: `user-${index % 1000}` },
  }))
  const body = JSON.stringify({ app: { name: 'Bench', platform: 'web' }, sentAt: at, dropped: {}, events })
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const sentAt = performance.now()
  under++
  const request = http.request(`${url}/collect`, { method: 'POST', headers, agent }, (answer) => {
    let text = ''
    answer.setEncoding('utf8')
    answer.on('data', (chunk) => (text += chunk))
    answer.on('end', () => {
      under--
      if (answer.statusCode !== 202) return void failed++
      const reported = JSON.parse(text)
      accepted += reported.accepted
      known += reported.known
      delays.push(performance.now() - sentAt)
    })
  })
  request.on('error', () => {
    under--
    failed++
  })
  request.end(body)
}

/** @param {number} ms @returns {Promise<void>} */
function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
