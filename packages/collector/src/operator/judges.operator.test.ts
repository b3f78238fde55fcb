import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { operate } from './operatedCollector.ts'
import { expectOutage, expectWell } from './outage.ts'
import { placeForTests } from './place.ts'
import { compare, faultsOf, idsInFile } from './readStore.ts'
import { succeed } from './runProgram.ts'
import { createSender } from './sender.ts'

// What judges the acts of the other files is red when it has to be.

const path = placeForTests()
const start = (file: string) => operate({ args: ['--port', '0', '--host', '127.0.0.1', '--store', file] })

it('an event that is deleted behind the back of the collector is missing', async () => {
  const file = path('deleted.db')
  const collector = await start(file)
  const sender = createSender()
  await expectWell(collector, sender)
  await collector.end('SIGTERM')
  expect(sender.missingIn(idsInFile(file))).toEqual([])
  succeed('sqlite3', [file, 'DELETE FROM events WHERE seq = 1'])
  expect(sender.missingIn(idsInFile(file))).toHaveLength(1)
})

it('an event that is missing, is of nobody or is there twice is counted', () => {
  expect(compare(['a', 'c', 'c'], ['a', 'b'])).toEqual({ missing: 1, others: 1, twice: 1 })
})

it('a file that is damaged is not ok', async () => {
  const file = path('damaged.db')
  const collector = await start(file)
  await expectWell(collector, createSender())
  await collector.end('SIGTERM')
  succeed('dd', ['if=/dev/urandom', `of=${file}`, 'bs=4096', 'seek=1', 'count=4', 'conv=notrunc'])
  expect(faultsOf(file)).not.toBe('ok')
})

it('a collector that is well has no outage', async () => {
  const collector = await start(path('well.db'))
  await expect(expectOutage(collector, { sender: createSender(), reason: /./ })).rejects.toThrow(/readiness/)
})

it.each([
  ['is dead', { live: 500, collect: 503 }, /liveness/],
  ['answers a page with 500', { live: 200, collect: 500 }, /answer to a page/],
  ['acknowledges', { live: 200, collect: 202 }, /answer to a page/],
] as const)(
  'a collector that %s during an outage does not pass for one that handles it',
  async (_, statuses, problem) => {
    const server = createServer((request, answer) => {
      const { url = '' } = request
      const status = url === '/collect' ? statuses.collect : url === '/health/live' ? statuses.live : 503
      request.resume().on('end', () => answer.writeHead(status, { 'retry-after': '5' }).end())
    }).listen(0, '127.0.0.1')
    try {
      const collector = await start(path(`other-${statuses.collect}.db`))
      const { port } = server.address() as AddressInfo
      const other = { ...collector, port: () => port, get: async (name: string) => ask(port, name) }
      await expect(expectOutage(other, { sender: createSender(), reason: /./ })).rejects.toThrow(problem)
    } finally {
      server.close()
    }
  },
)

it('a log that does not say why is not enough', async () => {
  const collector = await start(path('silent.db'))
  const server = createServer((request, answer) => {
    const status = request.url === '/health/live' ? 200 : 503
    request.resume().on('end', () => answer.writeHead(status, { 'retry-after': '5' }).end())
  }).listen(0, '127.0.0.1')
  try {
    if (!server.listening) await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const other = { ...collector, port: () => port, get: async (name: string) => ask(port, name) }
    await expect(expectOutage(other, { sender: createSender(), reason: /FULL/ })).rejects.toThrow(/FULL/)
  } finally {
    server.close()
  }
})

async function ask(port: number, at: string) {
  const answer = await fetch(`http://127.0.0.1:${port}${at}`)
  return { status: answer.status, text: await answer.text(), ms: 0, retryAfter: undefined }
}
