import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'

/** A collector as it is shipped, in a process of its own, which a supervisor starts again whenever it ends by itself. */
export interface AttackedCollector {
  /** The port at which it listens, or has listened. */
  port(): number
  /** Ends it, and resolves with its exit code or the signal when it has ended. After the time limit, it is killed. */
  end(signal: 'SIGTERM' | 'SIGKILL', limitMs: number): Promise<number | string>
  /** After `end`. */
  start(): Promise<void>
  /** The most bytes that it has had in memory since the first start. */
  highestMemory(): number
  /** How it has ended without being told to, in sentences. */
  readonly deaths: readonly string[]
  /** It has ended by itself too often, and is not started again. */
  isGivenUp(): boolean
}

const PACKAGE = join(import.meta.dirname, '../..')
export const ADMIN_TOKEN = 'a-token-for-the-attacks'
const WATCH_MS = 100
/** A collector that ends so often is not started again. */
const MOST_DEATHS = 3

/** @param node - the program that runs it */
export async function startAttackedCollector(
  store: string,
  options: readonly string[],
  node = process.execPath,
): Promise<AttackedCollector> {
  let child: ChildProcess | undefined
  let port = 0
  let isWanted = false
  let highest = 0
  const deaths: string[] = []

  async function again(): Promise<void> {
    await setTimeout(WATCH_MS)
    // It has said why, and the page will notice.
    if (isWanted) await start().catch(() => undefined)
  }

  async function start(): Promise<void> {
    const args = ['dist/cli.js', '--port', '0', '--host', '127.0.0.1', '--store', store, ...options]
    const env = { ...process.env, TELLTALE_COLLECTOR_ADMIN_TOKEN: ADMIN_TOKEN }
    const started = spawn(node, args, { cwd: PACKAGE, stdio: ['ignore', 'pipe', 'pipe'], env })
    child = started
    isWanted = true
    let said = ''
    started.stderr.on('data', (text: Buffer) => (said = (said + text.toString()).slice(-20_000)))
    const watch = setInterval(() => (highest = Math.max(highest, memoryOf(started))), WATCH_MS)
    started.once('exit', (code, signal) => {
      clearInterval(watch)
      if (!isWanted || child !== started) return
      deaths.push(`The process has ended by itself with ${code ?? signal}: ${reasonIn(said)}`)
      if (deaths.length < MOST_DEATHS) void again()
    })
    for await (const line of createInterface({ input: started.stdout })) {
      const { port: at } = JSON.parse(line) as { port?: number }
      if (at === undefined) continue
      port = at
      started.stdout.resume()
      return
    }
    throw new Error(`The collector has not started: ${reasonIn(said)}`)
  }

  await start()
  return {
    port: () => port,
    start,
    deaths,
    isGivenUp: () => deaths.length >= MOST_DEATHS,
    highestMemory: () => highest,
    async end(signal, limitMs) {
      isWanted = false
      if (!child || child.exitCode !== null || child.signalCode !== null) return 'ended before'
      highest = Math.max(highest, memoryOf(child))
      const ended = once(child, 'exit')
      child.kill(signal)
      const stop = new AbortController()
      const isLate = setTimeout(limitMs, true, { signal: stop.signal }).catch(() => false)
      void isLate.then((late) => late && child?.kill('SIGKILL'))
      const [code, by] = (await ended) as [number | null, string | null]
      stop.abort()
      return code ?? String(by)
    },
  }
}

/** The most bytes of the process so far, by the kernel: no peak between two looks is missed. */
function memoryOf({ pid }: ChildProcess): number {
  try {
    const [, kilobytes = '0'] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes) * 1024
  } catch {
    return 0
  }
}

/** The line of what a process has said that names an error. */
const reasonIn = (said: string) =>
  said
    .split('\n')
    .find((line) => /^(FATAL ERROR|\w*Error):/.test(line))
    ?.trim()
    .slice(0, 200) ?? 'it has said nothing.'
