import { once } from 'node:events'
import { createServer, connect, type AddressInfo, type Socket } from 'node:net'

/** A network between the collectors and a server, which can fail. */
export interface Network {
  /** The port that leads to the server. */
  readonly port: number
  /** Forwards nothing, in both directions or only to the collectors, and closes nothing. New connections are taken, too. */
  hold(direction: 'both' | 'answers'): void
  /** Goes on with what was held. */
  release(): void
  /** Breaks all connections, and forwards those that are new. */
  breakAll(): void
  /** Forwards those that are new, and never again anything on those that are there: they stay open. */
  forgetAll(): void
  stop(): Promise<void>
}

interface Pair {
  readonly near: Socket
  readonly far: Socket
}

export async function startNetwork(target: number): Promise<Network> {
  let pairs: Pair[] = []
  const forgotten: Pair[] = []
  let held: 'nothing' | 'both' | 'answers' = 'nothing'

  function flow({ near, far }: Pair): void {
    // Two pipes forward everything twice, which no network does.
    near.unpipe(far)
    far.unpipe(near)
    if (held === 'both') near.pause()
    else near.pipe(far)
    if (held === 'nothing') far.pipe(near)
    else far.pause()
  }

  const server = createServer((near) => {
    const pair = { near, far: connect(target, '127.0.0.1') }
    pairs.push(pair)
    for (const [one, other] of [
      [near, pair.far],
      [pair.far, near],
    ] as const)
      one
        .on('error', () => undefined)
        .on('close', () => {
          if (!forgotten.includes(pair)) other.destroy()
          pairs = pairs.filter((each) => each !== pair)
        })
    flow(pair)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const change = (next: typeof held) => {
    held = next
    for (const pair of pairs) flow(pair)
  }
  const destroy = ({ near, far }: Pair) => {
    near.destroy()
    far.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    hold: change,
    release: () => change('nothing'),
    breakAll() {
      for (const pair of pairs) destroy(pair)
      change('nothing')
    },
    forgetAll() {
      held = 'both'
      for (const pair of pairs) flow(pair)
      forgotten.push(...pairs.splice(0))
      held = 'nothing'
    },
    async stop() {
      for (const pair of [...pairs, ...forgotten]) destroy(pair)
      server.close()
      await once(server, 'close')
    },
  }
}
