import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { psql } from './readStore.ts'
import { succeed } from './runProgram.ts'

export interface Pooler {
  readonly url: string
  stop(): Promise<void>
}

export interface PoolerOptions {
  /** Of the database behind it. */
  readonly target: string
  readonly mode: 'session' | 'transaction'
  readonly port: number
  /** How many connections to the server. */
  readonly size: number
  readonly folder: string
}

/** PgBouncer before a server. It refuses to be root. */
export async function startPooler({ target, mode, port, size, folder }: PoolerOptions): Promise<Pooler> {
  const to = new URL(target)
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o777)
  writeFileSync(
    `${folder}/pgbouncer.ini`,
    `[databases]
${to.pathname.slice(1)} = host=${to.hostname} port=${to.port} user=${to.username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${size}
max_client_conn = 200
query_wait_timeout = 10
`,
  )
  const user = process.getuid?.() === 0 ? { uid: Number(succeed('id', ['-u', 'postgres'])) } : {}
  const child = spawn('pgbouncer', [`${folder}/pgbouncer.ini`], { ...user, stdio: 'ignore' })
  const failed = once(child, 'error').then(([error]) => {
    throw new Error('PgBouncer is not installed: run `apt-get install -y pgbouncer`.', { cause: error })
  })
  const url = new URL(target)
  url.port = String(port)
  while (!(await Promise.race([answers(url.href), failed]))) await setTimeout(50)
  return {
    url: url.href,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    return psql(url, 'SELECT 1').length === 1
  } catch {
    return false
  }
}
