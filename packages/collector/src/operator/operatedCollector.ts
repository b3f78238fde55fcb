import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { type Answer, ask } from '../hostile/ask.ts'
import { COMMAND, PACKAGE, plainEnvironment } from './runProgram.ts'

/** A line of the log. */
export interface LogLine {
  readonly level: number
  readonly time: string
  readonly msg: string
  readonly reason?: string
  readonly port?: number
}

/** A collector as it is shipped, in a process of its own, with what an operator can read of it. */
export interface OperatedCollector {
  /** The port of the log, or the one that was given. 0 when the log has not said one. */
  port(): number
  /** The log so far. Throws if a line is not JSON. */
  log(): readonly LogLine[]
  /** What is no log: the sentence with which a start ends. */
  said(): string
  get(path: string): Promise<Answer>
  /** Its exit code or the signal, when it has ended. */
  readonly ended: Promise<number | string>
  signal(name: NodeJS.Signals): void
  end(name: 'SIGTERM' | 'SIGKILL' | 'SIGINT'): Promise<number | string>
}

export interface OperatedOptions {
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  /** As which user of the system. */
  readonly uid?: number
  /** Where the log cannot say it. */
  readonly port?: number
  /** The command of another version. */
  readonly command?: string
}

const ADMIN_TOKEN = 'a-token-for-the-operator'
/** How long a start may take on a busy machine, in milliseconds. */
const START_MS = 30_000
const running = new Set<ChildProcess>()

/** Starts it, and waits until it listens or has ended. With `later`, the caller waits for what it wants to see. */
export async function operate(options: OperatedOptions, when: 'listening' | 'later' = 'listening') {
  const collector = launch(options)
  if (when === 'later') return collector
  let code: number | string | undefined
  void collector.ended.then((by) => (code = by))
  const end = performance.now() + START_MS
  while (collector.port() === 0 || (await collector.get('/health/live')).status === 0) {
    if (code !== undefined) throw new Error(`The collector has ended with ${code}: ${collector.said()}`)
    if (performance.now() > end) throw new Error(`The collector does not listen: ${JSON.stringify(collector.log())}`)
    await setTimeout(20)
  }
  return collector
}

/** Ends what a test that has failed has left. */
export function endAll(): void {
  for (const child of running) child.kill('SIGKILL')
}

function launch({ args = [], env = {}, cwd = PACKAGE, uid, port: given = 0, command = COMMAND }: OperatedOptions) {
  const child = spawn(process.execPath, [command, ...args], {
    ...{ cwd, stdio: ['ignore', 'pipe', 'pipe'] },
    ...(uid !== undefined && { uid, gid: uid }),
    env: { ...plainEnvironment(), TELLTALE_COLLECTOR_ADMIN_TOKEN: ADMIN_TOKEN, ...env },
  })
  running.add(child)
  const lines: string[] = []
  let said = ''
  let port = given
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
    lines.push(line)
    port ||= Number(/"port":(\d+)/.exec(line)?.[1] ?? 0)
  })
  child.stderr?.on('data', (text: Buffer) => (said += text.toString()))
  const ended = once(child, 'close').then(([code, by]) => {
    running.delete(child)
    return (code as number | null) ?? String(by)
  })
  const signal = (name: NodeJS.Signals) => void child.kill(name)
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}` }
  return {
    ...{ ended, signal },
    port: () => port,
    log: () => lines.map((line) => JSON.parse(line) as LogLine),
    said: () => said,
    get: (path: string) => ask({ port, path, headers }),
    end(name: 'SIGTERM' | 'SIGKILL' | 'SIGINT') {
      signal(name)
      return ended
    },
  } satisfies OperatedCollector
}
