import http from 'node:http'
import { connect } from 'node:net'
import { COMPANIES, ENVIRONMENT, FLAGS, keyOf } from './flags.mjs'

/** The load of the first figure, in a process of its own: open streams, and changes that each of them is told of. */
const STREAMS = 1000
const CHANGES_PER_SECOND = 50
const SECONDS = 20
/** Milliseconds before the first change that counts. */
const WARM_UP_MS = 3000

/** What a message names its flag by, and the version of it that it brings. */
const KEY = '"key":"'
const VERSION = '"flagVersion":'

const [url = ''] = process.argv.slice(2)
const sent = new Map()
/** Each read is looked at before the next, of whichever stream. */
const read = Buffer.alloc(256 * 1024)
/** @type {number[]} */
const delays = []
let opened = 0
let told = 0
// Below the five seconds after which the services close what is idle: a command must not meet a connection that is just being closed.
const agent = new http.Agent({ keepAlive: true, timeout: 3000 })

for (let index = 0; index < STREAMS; index++) openStream(index)
await until(() => opened === STREAMS)
const startedAt = performance.now()
const total = Math.round((WARM_UP_MS / 1000 + SECONDS) * CHANGES_PER_SECOND)
let expected = 0
const answers = []
for (let change = 0; change < total; change++) {
  const dueAt = startedAt + (change * 1000) / CHANGES_PER_SECOND
  await until(() => performance.now() >= dueAt, Math.max(0, dueAt - performance.now()))
  answers.push(changeFlag(change))
}
await Promise.all(answers)
const changedWithin = performance.now() - startedAt
await until(() => told >= expected || performance.now() - startedAt > changedWithin + 10_000)
delays.sort((a, b) => a - b)
const quantile = (part) => delays[Math.min(delays.length - 1, Math.floor(delays.length * part))] ?? NaN
process.send?.({
  streams: STREAMS,
  perSecond: total / (changedWithin / 1000),
  expected,
  told,
  p50: quantile(0.5),
  p99: quantile(0.99),
  max: delays.at(-1),
})
process.exit(0)

/**
 * A client with as little to it as there can be, so that fifty thousand messages a second wait for the services and not for whoever
 * counts them: its bytes are looked at where they were read, for what each message names.
 *
 * @param {number} index
 */
function openStream(index) {
  const context = {
    kind: 'user',
    key: `user-${index}`,
    company_id: `company-${index % COMPANIES}`,
    email: `user-${index}@bench.example`,
  }
  const { host, hostname, port } = new URL(url)
  const path = `/eval/${ENVIRONMENT}/${Buffer.from(JSON.stringify(context)).toString('base64url')}`
  let rest = ''
  let isOpen = false
  const callback = (/** @type {number} */ size) => {
    const text = rest + read.latin1Slice(0, size)
    const end = text.lastIndexOf('\n\n')
    rest = end < 0 ? text : text.slice(end + 2)
    if (end < 0) return true
    if (!isOpen) {
      if (!text.startsWith('HTTP/1.1 200 ')) throw new Error(`A stream was answered ${text.slice(0, 40)}.`)
      isOpen = true
      opened++
    }
    count(text.slice(0, end))
    return true
  }
  connect({ host: hostname, port: Number(port), onread: { buffer: read, callback } })
    .on('close', () => {
      throw new Error('A stream was closed.')
    })
    .write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
}

/** @param {string} messages whole ones */
function count(messages) {
  const now = performance.now()
  for (let at = messages.indexOf(KEY); at >= 0; at = messages.indexOf(KEY, at + 1)) {
    const key = messages.slice(at + KEY.length, messages.indexOf('"', at + KEY.length))
    const version = Number.parseInt(messages.slice(messages.indexOf(VERSION, at) + VERSION.length), 10)
    const one = sent.get(`${key} ${version}`)
    if (one === undefined) continue
    told++
    if (one.counts) delays.push(now - one.at)
  }
}

/** @param {number} change */
async function changeFlag(change) {
  const key = keyOf(change % FLAGS)
  const round = Math.floor(change / FLAGS)
  const version = round + 2
  sent.set(`${key} ${version}`, { at: performance.now(), counts: performance.now() - startedAt > WARM_UP_MS })
  expected += STREAMS
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
async function until(isSo, firstMs = 5) {
  for (let ms = firstMs; !isSo(); ms = 2) await new Promise((resolve) => setTimeout(resolve, ms))
}
