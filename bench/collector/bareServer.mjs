import { open } from 'node:fs/promises'
import http from 'node:http'
import { fdatasync, write } from 'node:fs'
import { promisify } from 'node:util'

// node bareServer.mjs <file>: the least that a server can do which acknowledges what is on the disk. It parses a batch, appends each event as
// a line, and waits for the disk. Batches that arrive meanwhile share the next wait. Copies are stored twice.

const sync = promisify(fdatasync)
const append = promisify(write)
const { fd } = await open(process.argv[2] ?? '', 'a')
/** @type {{ text: string, done: () => void }[]} */
let waiting = []
let isWriting = false

const server = http.createServer((request, response) => {
  /** @type {Buffer[]} */
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    const { events } = JSON.parse(Buffer.concat(chunks).toString())
    const text = events.map((/** @type {object} */ event) => `${JSON.stringify(event)}\n`).join('')
    waiting.push({ text, done: () => response.writeHead(202).end() })
    if (!isWriting) void writeAll()
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(typeof address === 'object' ? address?.port : '')
})

async function writeAll() {
  isWriting = true
  while (waiting.length > 0) {
    const mine = waiting
    waiting = []
    await append(fd, mine.map(({ text }) => text).join(''))
    await sync(fd)
    for (const { done } of mine) done()
  }
  isWriting = false
}
