import { spawnSync, type SpawnSyncOptions } from 'node:child_process'
import { join } from 'node:path'

/** What a program has said until its end. */
export interface Said {
  readonly code: number | string
  readonly out: string
  readonly error: string
}

export const PACKAGE = join(import.meta.dirname, '../..')
export const COMMAND = join(PACKAGE, 'dist/cli.js')
/** A command that is not over by then is killed, in milliseconds. */
const LONGEST_MS = 30_000

/** Runs the command of the collector, as it is shipped, to its end. The environment of the tests says nothing to it. */
export const telltaleCollector = (args: readonly string[], options: SpawnSyncOptions = {}): Said =>
  runProgram(process.execPath, [COMMAND, ...args], { env: plainEnvironment(), ...options })

/** Runs a program to its end, and throws when it is not there. */
export function runProgram(program: string, args: readonly string[], options: SpawnSyncOptions = {}): Said {
  const { status, signal, stdout, stderr, error } = spawnSync(program, args, {
    // The ids of all events that were sent under load.
    ...{ timeout: LONGEST_MS, maxBuffer: 64 * 1024 * 1024 },
    ...options,
  })
  if (error && 'code' in error && error.code === 'ENOENT') throw new Error(`${program} is not installed.`)
  return { code: status ?? String(signal), out: String(stdout), error: String(stderr) }
}

/** Runs a program of which nothing is to be judged, and resolves with what it has said if it has ended well. */
export function succeed(program: string, args: readonly string[], options: SpawnSyncOptions = {}): string {
  const { code, out, error } = runProgram(program, args, options)
  if (code !== 0) throw new Error(`${program} has ended with ${code}: ${error}`)
  return out
}

export function plainEnvironment(): NodeJS.ProcessEnv {
  const all = Object.entries(process.env).filter(([name]) => !name.startsWith('TELLTALE_COLLECTOR_'))
  return Object.fromEntries(all)
}
