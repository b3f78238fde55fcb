import http from 'node:http'
import { COMPANIES, ENVIRONMENT, FLAGS, keyOf } from './flags.mjs'

/** The load of the first figure, in a process of its own: open streams, and changes that each of them is told of. */
const STREAMS = 1000
const CHANGES_PER_SECOND = 50
const SECONDS = 20
/** Milliseconds before the first change that counts. */
const WARM_UP_MS = 3000

const [url = ''] = process.argv.slice(2)
const sent = new Map()
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

/** @param {number} index */
function openStream(index) {
  const context = {
    kind: 'user',
    key: `user-${index}`,
    company_id: `company-${index % COMPANIES}`,
    email: `user-${index}@bench.example`,
  }
  const path = `/eval/${ENVIRONMENT}/${Buffer.from(JSON.stringify(context)).toString('base64url')}`
  http.get(url + path, { agent: false }, (answer) => {
    let rest = ''
    let isOpen = false
    answer.setEncoding('utf8')
    answer.on('data', (chunk) => {
      const text = rest + chunk
      const end = text.lastIndexOf('\n\n')
      rest = end < 0 ? text : text.slice(end + 2)
      if (end < 0) return
      if (!isOpen) {
        isOpen = true
        opened++
      }
      const now = performance.now()
      for (const [, key, version] of text.slice(0, end).matchAll(/"key":"([^"]+)".*?"flagVersion":(\d+)/g)) {
        const one = sent.get(`${key} ${version}`)
        if (one === undefined) continue
        told++
        if (one.counts) delays.push(now - one.at)
      }
    })
  })
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
