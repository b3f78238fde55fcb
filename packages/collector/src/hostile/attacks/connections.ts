import { setTimeout } from 'node:timers/promises'
import { ask } from '../ask.ts'
import { type Attack, HOLD_MS } from '../attack.ts'
import { plainBatch } from '../plainBatch.ts'
import { times } from '../random.ts'

const idle = (kind: string, begin: string): Attack => ({
  kind,
  addresses: 'connected',
  prepare: () => async (attacker) => {
    const until = performance.now() + HOLD_MS
    while (performance.now() < until && !attacker.signal.aborted) {
      const sockets = await Promise.all(times(200, () => attacker.open()))
      for (const socket of sockets) if (begin !== '') socket.write(begin)
      // Until most of them are closed.
      while (performance.now() < until && sockets.filter((socket) => !socket.destroyed).length > 100)
        await setTimeout(50)
      await setTimeout(200)
    }
  },
})

const REQUESTS = 400

const pipelined: Attack = {
  kind: '4 connections with 400 requests each that wait for no answer',
  addresses: 'connected',
  prepare(random) {
    const bodies = times(4, () => times(REQUESTS, () => JSON.stringify(plainBatch(random))))
    return async (attacker) => {
      const all = bodies.map(async (requests) => {
        const socket = await attacker.open()
        let answers = 0
        socket.on('data', (chunk: Buffer) => (answers += chunk.toString().split('HTTP/1.1 ').length - 1))
        for (const body of requests) {
          const fields = ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]
          socket.write(attacker.head({ fields }) + body)
        }
        while (answers < REQUESTS && !socket.destroyed && !attacker.signal.aborted) await setTimeout(20)
        // An answer whose first line is in two chunks is not seen.
        if (answers < REQUESTS * 0.98 && !attacker.signal.aborted)
          attacker.say(`Only ${answers} of ${REQUESTS} requests of one connection are answered.`)
      })
      await Promise.all(all)
    }
  },
}

const METHODS = [
  'HEAD',
  'OPTIONS',
  'PUT',
  'PATCH',
  'DELETE',
  'TRACE',
  'PROPFIND',
  'QUERY',
  'SEARCH',
  'UNKNOWN',
] as const
const PATHS = [
  '/collect',
  '/loss',
  '/metrics',
  '/events',
  '/health/live',
  '/health/ready',
  '/',
  '//',
  '/%00',
  '/%ff%fe',
  '/__proto__',
  '/constructor',
  '/collect/../loss',
  '/loss?onTheWay=__proto__&outstanding=1e999',
  '/collect?__proto__[x]=1',
] as const

/** What is no batch: none of it may be taken for a fault of the collector. */
const NOT_BATCHES = [
  '',
  'null',
  '1',
  '""',
  '[]',
  '{}',
  '{"events":{}}',
  '['.repeat(200_000),
  '{"a":'.repeat(100_000),
] as const

const odd: Attack = {
  kind: 'odd methods, paths and bodies',
  addresses: 'forwarded',
  prepare: () => async (attacker) => {
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' }
    for (const method of METHODS)
      for (const path of PATHS) {
        if (attacker.signal.aborted) return
        const { status } = await ask({ port: attacker.port(), path, method, headers })
        if (status >= 500) attacker.say(`${method} ${path} is answered with ${status}.`)
      }
    for (const body of NOT_BATCHES) {
      const { status } = await attacker.send(body)
      if (status < 400 || (status >= 500 && status !== 503))
        attacker.say(`${JSON.stringify(body.slice(0, 20))} is answered with ${status}.`)
    }
    const { status } = await ask({ port: attacker.port(), path: '/collect', method: 'OPTIONS', headers })
    if (status !== 204) attacker.say(`The question of a browser before a batch is answered with ${status}.`)
  },
}

export const CONNECTION_ATTACKS: readonly Attack[] = [
  idle('200 connections of one address that say nothing', ''),
  idle('200 connections of one address that stop in the middle of a header', 'POST /collect HTTP/1.1\r\nHost: coll'),
  pipelined,
  odd,
]
