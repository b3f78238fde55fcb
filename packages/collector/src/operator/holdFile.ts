import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Takes the lock of a file of SQLite in a process of its own, until `release`. */
export async function holdFile(file: string): Promise<{ release(): Promise<void> }> {
  const child = spawn('sqlite3', [file], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.write('BEGIN IMMEDIATE;\nSELECT 1;\n')
  await once(child.stdout, 'data')
  return {
    async release() {
      const ended = once(child, 'close')
      child.stdin.end('ROLLBACK;\n')
      await ended
    },
  }
}
