import type { Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { constants, gzipSync } from 'node:zlib'
import { type Attack, HOLD_MS } from '../attack.ts'
import type { Attacker } from '../attacker.ts'
import { plainBatch } from '../plainBatch.ts'
import { type Random, times } from '../random.ts'

/** The bytes that a collector holds for bodies at most, unless `limits` of its options say otherwise. So many bytes leave no room for a page. */
const ALL_BODIES = 64 * 2 ** 20
const JSON_TYPE = 'Content-Type: application/json'
const GZIP = 'Content-Encoding: gzip'

const lengthOf = (bytes: number) => `Content-Length: ${bytes}`

/** The beginning of a valid batch, of so many bytes. */
function beginning(random: Random, bytes: number): Buffer {
  const batch = plainBatch(random, { events: [{ properties: { note: 'x'.repeat(bytes) } }] })
  return Buffer.from(JSON.stringify(batch)).subarray(0, bytes)
}

/** It unpacks to almost as much as a body may have, and its end never comes. */
const endlessGzip = (random: Random) =>
  gzipSync(beginning(random, Math.floor(ALL_BODIES / 14)), { finishFlush: constants.Z_SYNC_FLUSH })

/** Keeps so many requests open for a while: each that the collector ends is begun again. */
async function keepOpen(
  attacker: Attacker,
  { count, begin }: { count: number; begin: (socket: Socket, index: number) => void },
) {
  const until = performance.now() + HOLD_MS
  const one = async (index: number) => {
    while (performance.now() < until && !attacker.signal.aborted) {
      const socket = await attacker.open()
      begin(socket, index)
      while (!socket.destroyed && performance.now() < until && !attacker.signal.aborted) await setTimeout(50)
      // A collector that refuses at once is not asked in a loop without a pause.
      await setTimeout(200)
    }
  }
  await Promise.all(times(count, (index) => one(index)))
}

const unfinishedGzip = (
  kind: string,
  { count, addressOf, addresses }: Pick<Attack, 'addresses'> & { count: number; addressOf?: (index: number) => string },
): Attack => ({
  kind,
  addresses,
  prepare(random) {
    const body = endlessGzip(random)
    return (attacker) =>
      keepOpen(attacker, {
        count,
        begin(socket, index) {
          const address = addressOf?.(index)
          const fields = [JSON_TYPE, GZIP, lengthOf(body.length + 100)]
          socket.write(attacker.head({ fields, ...(address !== undefined && { address }) }))
          socket.write(body)
        },
      })
  },
})

const slow: Attack = {
  kind: '60 bodies of which one byte comes every 100 ms',
  addresses: 'forwarded',
  prepare(random) {
    const body = Buffer.from(JSON.stringify(plainBatch(random)))
    return (attacker) =>
      keepOpen(attacker, {
        count: 60,
        begin(socket) {
          socket.write(attacker.head({ fields: [JSON_TYPE, lengthOf(body.length)] }))
          let sent = 0
          const timer = setInterval(() => socket.write(body.subarray(sent, (sent += 1))), 100)
          socket.once('close', () => clearInterval(timer))
        },
      })
  },
}

const unfinished: Attack = {
  kind: '20 bodies of 4 MB that stop before their end',
  addresses: 'forwarded',
  prepare(random) {
    const body = beginning(random, ALL_BODIES / 16)
    return (attacker) =>
      keepOpen(attacker, {
        count: 20,
        begin(socket) {
          socket.write(attacker.head({ fields: [JSON_TYPE, lengthOf(body.length + 100)] }))
          socket.write(body)
        },
      })
  },
}

const cut: Attack = {
  kind: 'bodies that are cut in the middle',
  addresses: 'forwarded',
  prepare(random) {
    const plain = Buffer.from(JSON.stringify(plainBatch(random, { events: times(500, () => ({})) })))
    const packed = gzipSync(plain)
    return async (attacker) => {
      for (let round = 0; round < 300 && !attacker.signal.aborted; round += 1) {
        const isGzip = round % 2 === 0
        const body = isGzip ? packed : plain
        const end = 1 + ((round * 7919) % body.length)
        // First with a connection that breaks, then as a whole request whose content ends too early.
        const socket = await attacker.open()
        const fields = [JSON_TYPE, ...(isGzip ? [GZIP] : []), lengthOf(body.length)]
        socket.write(attacker.head({ fields }))
        socket.write(body.subarray(0, end), () => socket.destroy())
        const { status } = await attacker.send(body.subarray(0, end), { isGzip, isPacked: true })
        const isWhole = end === body.length
        if (!isWhole && ![400, 413, 422, 429, 503].includes(status) && !attacker.signal.aborted)
          attacker.say(`A body that ends too early is answered with ${status}.`)
      }
    }
  },
}

const ONE_ADDRESS = '14 bodies that unpack to the limit and do not end'

export const BODY_ATTACKS: readonly Attack[] = [
  slow,
  unfinished,
  cut,
  unfinishedGzip(`${ONE_ADDRESS}, from one address in X-Forwarded-For`, { count: 14, addresses: 'forwarded' }),
  unfinishedGzip(`${ONE_ADDRESS}, from one address`, { count: 14, addresses: 'connected' }),
  unfinishedGzip('100 bodies that unpack to the limit and do not end, from addresses of one /64', {
    ...{ count: 100, addresses: 'forwarded' },
    addressOf: (index) => `2001:db8:66:1::${(index + 1).toString(16)}`,
  }),
]
