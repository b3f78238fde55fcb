import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const jiti = join(dirname(createRequire(import.meta.url).resolve('jiti/package.json')), 'lib/jiti-cli.mjs')
const program = fileURLToPath(new URL('outletProcess.ts', import.meta.url))

/** Starts an outlet in another process. Resolves when it writes, and rejects with what it says if it ends before. */
export async function startOutletProcess(file: string, folder: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [jiti, program, file, folder], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  child.stderr.on('data', (data: Buffer) => (said += data.toString()))
  await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'close').then(() => {
      throw new Error(said)
    }),
  ])
  return child
}
