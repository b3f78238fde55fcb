import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Loss, LossReport } from '../store/lossReport.ts'

/** A collector as it is shipped, in a process of its own. */
export interface CollectorProcess {
  /** The address at which it listens, or has listened. */
  url(): string
  /** Starts it again after it has ended. Rejects with what it has said if it does not listen. */
  start(): Promise<void>
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
  /** Ends it, and resolves with its exit code, or with the signal. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | string>
  /** The report of losses, as soon as all pages are counted in it. */
  loss(): Promise<Loss>
  /** Bytes in memory. */
  memory(): number
}

const PACKAGE = join(import.meta.dirname, '../..')
const TOKEN = 'a-token-for-the-faults'
/** How long a busy machine may take until all pages are counted, in milliseconds. */
const COUNTED_MS = 60_000

export async function startCollectorProcess(store: string): Promise<CollectorProcess> {
  let child: ChildProcess | undefined
  let url = ''
  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null

  async function start(): Promise<void> {
    const args = ['dist/cli.js', '--port', '0', '--host', '127.0.0.1', '--store', store, '--admin-token', TOKEN]
    const started = spawn(process.execPath, args, { cwd: PACKAGE, stdio: ['ignore', 'pipe', 'pipe'] })
    child = started
    const said: string[] = []
    started.stderr.on('data', (text: Buffer) => said.push(text.toString()))
    for await (const line of createInterface({ input: started.stdout })) {
      const { port } = JSON.parse(line) as { port?: number }
      if (port === undefined) continue
      url = `http://127.0.0.1:${port}`
      started.stdout.resume()
      return
    }
    throw new Error(`The collector has not started: ${said.join('')}`)
  }

  await start()
  return {
    url: () => url,
    start,
    signal: (signal) => void child?.kill(signal),
    async end(signal) {
      if (!child || !isRunning()) return child?.exitCode ?? 'ended before'
      const ended = once(child, 'exit')
      child.kill(signal)
      const [code, by] = (await ended) as [number | null, string | null]
      return code ?? String(by)
    },
    async loss() {
      const end = performance.now() + COUNTED_MS
      for (;;) {
        const answer = await fetch(`${url}/loss`, { headers: { authorization: `Bearer ${TOKEN}` } })
        if (!answer.ok) throw new Error(`/loss has answered ${answer.status}.`)
        const { uncountedPages = 0, ...loss } = (await answer.json()) as LossReport
        if (uncountedPages === 0) return loss
        if (performance.now() > end) throw new Error(`${uncountedPages} pages are not counted, says /loss.`)
      }
    },
    memory() {
      const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child?.pid}/status`, 'utf8')) ?? []
      return Number(kilobytes) * 1024
    },
  }
}
