import http from 'node:http'
import { COMPANIES, ENVIRONMENT, FLAGS, keyOf } from './flags.mjs'

/** The load of the first figure, in a process of its own: open streams, and changes that each of them receives. */
const STREAMS = 200
const CHANGES_PER_SECOND = 10
const SECONDS = 30
/** Milliseconds before the first change that counts. */
const WARM_UP_MS = 3000
/** Milliseconds to wait for messages that are still on their way at the end. */
const GRACE_MS = 10_000

const [url = ''] = process.argv.slice(2)
/** @type {Map<string, { at: number, counts: boolean }>} */
const changes = new Map()
/** @type {number[]} */
const delays = []
let opened = 0
let received = 0
// Below the five seconds after which the services close an idle connection: no command must meet one that is being closed.
const agent = new http.Agent({ keepAlive: true, timeout: 3000 })

for (let index = 0; index < STREAMS; index++) openStream(index)
await until(() => opened === STREAMS)
// The parent reads the processor time of the services when the changes begin and when they end.
process.send?.('begin')
const startedAt = performance.now()
const total = Math.round((WARM_UP_MS / 1000 + SECONDS) * CHANGES_PER_SECOND)
const answers = []
for (let change = 0; change < total; change++) {
  const dueAt = startedAt + (change * 1000) / CHANGES_PER_SECOND
  await until(() => performance.now() >= dueAt)
  answers.push(changeFlag(change))
}
await Promise.all(answers)
const seconds = (performance.now() - startedAt) / 1000
const lastSentAt = performance.now()
await until(() => received >= total * STREAMS || performance.now() > lastSentAt + GRACE_MS)
delays.sort((a, b) => a - b)
const quantile = (/** @type {number} */ part) =>
  delays[Math.min(delays.length - 1, Math.floor(delays.length * part))] ?? NaN
const figures = {
  streams: STREAMS,
  perSecond: total / seconds,
  expected: total * STREAMS,
  received,
  p50: quantile(0.5),
  p99: quantile(0.99),
  max: delays.at(-1),
}
await new Promise((resolve) => process.send?.(figures, undefined, undefined, resolve))
process.exit(0)

/** @param {number} index */
function openStream(index) {
  const context = { kind: 'user', key: `user-${index}`, company_id: `company-${index % COMPANIES}` }
  const path = `/eval/${ENVIRONMENT}/${Buffer.from(JSON.stringify(context)).toString('base64url')}`
  http
    .get(`${url}${path}`, { agent: false }, (answer) => {
      if (answer.statusCode !== 200) throw new Error(`A stream was answered ${answer.statusCode}.`)
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk) => {
        const messages = (text + chunk).split('\n\n')
        text = messages.pop() ?? ''
        for (const message of messages) receive(message)
      })
      answer.on('end', () => {
        throw new Error('A stream was closed.')
      })
    })
    .on('error', (error) => {
      throw error
    })
}

/** @param {string} message */
function receive(message) {
  const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(message) ?? []
  if (event === 'put') opened++
  if (event !== 'patch') return
  const { key, flagVersion } = JSON.parse(data ?? '')
  const change = changes.get(`${key} ${flagVersion}`)
  if (change === undefined) return
  received++
  if (change.counts) delays.push(performance.now() - change.at)
}

/** @param {number} change */
async function changeFlag(change) {
  const key = keyOf(change % FLAGS)
  const round = Math.floor(change / FLAGS)
  changes.set(`${key} ${round + 2}`, {
    at: performance.now(),
    counts: performance.now() - startedAt > WARM_UP_MS,
  })
  await new Promise((resolve, reject) => {
    const body = JSON.stringify({ on: round % 2 === 0 })
    const headers = { origin: url, 'content-type': 'application/json', 'content-length': body.length }
    http
      .request(`${url}/console/flags/${key}`, { method: 'POST', headers, agent }, (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`A change was answered ${answer.statusCode}.`))
        answer.resume().on('end', resolve)
      })
      .on('error', reject)
      .end(body)
  })
}

/** @param {() => boolean} isSo */
async function until(isSo) {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 2))
}
