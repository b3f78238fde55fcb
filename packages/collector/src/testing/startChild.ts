import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A process of its own. */
export interface Child {
  readonly process: ChildProcess
  /** What it has said. */
  output(): string
  /** Ends it as `kill -9` does. */
  kill(): Promise<void>
  /** Resolves with its code. */
  readonly exit: Promise<number | null>
}

/** Runs a file of this folder in a process of its own, with a task as JSON, and resolves when it says that it begins. */
export async function startChild(file: string, task: object): Promise<Child> {
  const child = spawn(process.execPath, [fileURLToPath(new URL(file, import.meta.url)), JSON.stringify(task)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const exit = once(child, 'exit').then(([code]) => code as number | null)
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: unknown) => {
      output = (output + String(chunk)).slice(-20_000)
      if (output.includes('begins')) resolve()
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.on('exit', () => reject(new Error(`The process has ended: ${output}`)))
  })
  return {
    process: child,
    output: () => output,
    exit,
    async kill() {
      child.kill('SIGKILL')
      await exit
    },
  }
}
