import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, closeSync, existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

/** A PostgreSQL server of its own, which writes to the disk as in production. */
export interface PostgresServer {
  readonly url: string
  /** The ids of its processes. */
  processes(): readonly number[]
  /** Ends the server and all its processes as a failure of power would. */
  kill(): Promise<void>
  /** After `kill`. */
  start(): Promise<void>
  stop(): Promise<void>
}

const INSTALLED = '/usr/lib/postgresql'
const SETTINGS = [
  'fsync=on',
  'full_page_writes=on',
  'synchronous_commit=on',
  'max_connections=60',
  'shared_buffers=64MB',
]

/** Starts a server of the Debian packages in a temporary folder. As root, it runs as the user `postgres`. */
export async function startPostgres(): Promise<PostgresServer> {
  const programs = newestPrograms()
  const folder = mkdtempSync(join(tmpdir(), 'telltale-postgres-'))
  const user = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : undefined
  if (user) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const made = spawnSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-instructions'],
    { ...user, encoding: 'utf8', cwd: folder },
  )
  if (made.status !== 0) throw new Error(`initdb has failed: ${made.stderr}`)
  const port = await freePort()
  let server: ChildProcess | undefined

  const start = async () => {
    const log = openSync(join(folder, 'log'), 'w')
    const settings = SETTINGS.flatMap((setting) => ['-c', setting])
    server = spawn(
      join(programs, 'postgres'),
      ['-D', data, '-p', String(port), '-k', folder, '-h', '127.0.0.1', ...settings],
      // Not a pipe: the server would stop when nobody reads it.
      { ...user, cwd: folder, stdio: ['ignore', 'ignore', log] },
    )
    closeSync(log)
    await isReady(server, join(folder, 'log'))
  }
  const kill = async () => {
    if (server?.pid === undefined || server.exitCode !== null || server.signalCode !== null) return
    // Each of them has a session of its own, so that no signal reaches all.
    const all = [server.pid, ...childrenOf(server.pid)]
    const exit = once(server, 'exit')
    for (const pid of all) signal(pid)
    await exit
    // A process that still has the shared memory keeps the next server from starting. One that waits for its parent has none.
    while (all.some(isRunning)) await setTimeout(20)
  }

  await start()
  return {
    processes: () => (server?.pid === undefined ? [] : [server.pid, ...childrenOf(server.pid)]),
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    kill,
    start,
    async stop() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function newestPrograms(): string {
  const versions = existsSync(INSTALLED) ? readdirSync(INSTALLED) : []
  const [newest] = versions
    .filter((version) => existsSync(join(INSTALLED, version, 'bin/initdb')))
    .sort((one, other) => Number(other) - Number(one))
  if (newest === undefined)
    throw new Error('PostgreSQL is not installed: run `apt-get install -y postgresql`, which needs no running server.')
  return join(INSTALLED, newest, 'bin')
}

const idOf = (option: '-u' | '-g') => Number(spawnSync('id', [option, 'postgres'], { encoding: 'utf8' }).stdout)

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('There is no free port.')
  return address.port
}

async function isReady(server: ChildProcess, log: string): Promise<void> {
  while (!readFileSync(log, 'utf8').includes('ready to accept connections')) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL has not started: ${readFileSync(log, 'utf8')}`)
    await setTimeout(20)
  }
}

function childrenOf(parent: number): readonly number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.filter((pid) => stateOf(Number(pid))?.parent === parent).map(Number)
}

function stateOf(pid: number): { readonly state: string; readonly parent: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may contain anything.
    const [state = '', parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { state, parent: Number(parent) }
  } catch {
    return undefined
  }
}

const isRunning = (pid: number) => !['Z', 'X', undefined].includes(stateOf(pid)?.state)

function signal(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}
