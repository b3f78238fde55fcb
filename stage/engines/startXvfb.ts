import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'

export interface Display {
  /** As in the environment variable DISPLAY. */
  readonly name: string
  stop(): Promise<void>
}

/** A display that nobody sees, for an engine that has no headless mode. It chooses its number itself. */
export async function startXvfb(): Promise<Display> {
  const args = ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp']
  const child = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const kill = () => child.kill()
  process.once('exit', kill)
  const ended = once(child, 'exit').catch(() => undefined)
  const failed = once(child, 'error').then(([error]) => {
    throw new Error('Xvfb does not start.', { cause: error })
  })
  const reported = once(child.stdio[3] as Readable, 'data')
  const [number] = await Promise.race([reported, failed, ended.then(() => fail('Xvfb ended at its start.'))])
  return {
    name: `:${String(number).trim()}`,
    async stop() {
      process.off('exit', kill)
      kill()
      await ended
    },
  }
}

function fail(sentence: string): never {
  throw new Error(sentence)
}
