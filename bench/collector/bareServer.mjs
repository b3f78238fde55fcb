import http from 'node:http'
import { bareStore } from './bareStores.mjs'

// node bareServer.mjs <store>: the least that a server can do which acknowledges what a store keeps. It parses a batch, hands its events over,
// and waits. Batches that arrive meanwhile share the next wait.

const store = await bareStore(process.argv[2] ?? '')
/** @typedef {{ events: readonly import('./bareStores.mjs').Event[], done: () => void }} Waiting */
/** @type {Waiting[]} */
let waiting = []
let lanes = 0

const server = http.createServer((request, response) => {
  /** @type {Buffer[]} */
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    const { events } = JSON.parse(Buffer.concat(chunks).toString())
    waiting.push({ events, done: () => response.writeHead(202).end() })
    if (lanes < store.lanes) void writeAll()
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(typeof address === 'object' ? address?.port : '')
})
process.once('SIGTERM', () => void store.close().then(() => process.exit(0)))

async function writeAll() {
  lanes += 1
  while (waiting.length > 0) {
    const mine = waiting
    waiting = []
    await store.write(mine.flatMap(({ events }) => events))
    for (const { done } of mine) done()
  }
  lanes -= 1
}
