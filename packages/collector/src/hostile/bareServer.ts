import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { ask } from './ask.ts'

/** A server that does nothing, in a process of its own: for as long as it is late, the machine is busy with something else. */
export interface BareServer {
  /** Its longest answer since this moment of the clock, in milliseconds. */
  slowestSince(moment: number): number
  stop(): void
}

const PROGRAM = `const server = require('node:http').createServer((_, answer) => answer.end())
server.listen(0, '127.0.0.1', () => console.log(server.address().port))`
const EVERY_MS = 100
const KEPT = 1000

export async function startBareServer(now: () => number): Promise<BareServer> {
  const child = spawn(process.execPath, ['-e', PROGRAM], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [said] = (await once(child.stdout, 'data')) as [Buffer]
  const port = Number(said.toString())
  const answers: { readonly at: number; readonly ms: number }[] = []
  let askedAt = now()
  let isStopped = false

  async function askOften(): Promise<void> {
    while (!isStopped) {
      askedAt = now()
      const { ms } = await ask({ port, path: '/', now })
      answers.push({ at: now(), ms })
      askedAt = Infinity
      if (answers.length > KEPT) answers.shift()
      await setTimeout(EVERY_MS)
    }
  }

  void askOften()
  return {
    slowestSince: (moment) =>
      Math.max(0, now() - askedAt, ...answers.filter(({ at }) => at >= moment).map(({ ms }) => ms)),
    stop() {
      isStopped = true
      child.kill()
    },
  }
}
