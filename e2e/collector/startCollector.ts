import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const CLI = fileURLToPath(new URL('../../packages/collector/dist/cli.js', import.meta.url))

const ADMIN_TOKEN = 'a-token-for-these-tests'

/** The command `telltale-collector`, in a process of its own. */
export interface CollectorProcess {
  readonly url: string
  readonly port: number
  /** The answer to a request with the admin token, as JSON. */
  ask(path: string, method?: 'GET' | 'DELETE'): Promise<unknown>
  /** What it has logged. */
  logged(): string
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>
}

/** @param args - options of the command */
export async function startCollector(args: readonly string[], port = 0): Promise<CollectorProcess> {
  const child: ChildProcess = spawn(
    process.execPath,
    [CLI, '--host', '127.0.0.1', '--port', String(port), '--admin-token', ADMIN_TOKEN, ...args],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => void (said += String(chunk)))
  let found: RegExpExecArray | null = null
  while (!(found = /"port":(\d+)/.exec(said))) {
    if (child.exitCode !== null) throw new Error(`The collector has not started: ${said}`)
    await new Promise((resolve) => void setTimeout(resolve, 20))
  }
  const url = `http://127.0.0.1:${found[1]}`
  return {
    url,
    port: Number(found[1]),
    async ask(path, method = 'GET') {
      const answer = await fetch(url + path, { method, headers: { authorization: `Bearer ${ADMIN_TOKEN}` } })
      const text = await answer.text()
      return path.endsWith('/export')
        ? text
            .trim()
            .split('\n')
            .filter(Boolean)
            .map((line): unknown => JSON.parse(line))
        : JSON.parse(text)
    },
    logged: () => said,
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
      const exit = once(child, 'exit')
      child.kill(signal)
      await exit
      return child.exitCode
    },
  }
}
