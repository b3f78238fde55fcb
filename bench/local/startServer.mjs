import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const CLI = fileURLToPath(new URL('dist/cli.js', import.meta.resolve('@telltale/local/package.json')))
const PAGE = 4096
const TICKS_PER_SECOND = 100

/**
 * The local services as they are shipped, in a process of their own.
 *
 * @param {object} flags the content of flags.json
 */
export async function startServer(flags) {
  const folder = await mkdtemp(join(tmpdir(), 'telltale-bench-local-'))
  await writeFile(join(folder, 'flags.json'), JSON.stringify(flags, null, 2))
  await writeFile(join(folder, 'users.json'), '[]')
  const startedAt = performance.now()
  const args = [
    CLI,
    'dev',
    '--no-open',
    '--port',
    '0',
    '--data',
    'events.db',
    '--flags',
    'flags.json',
    '--users',
    'users.json',
  ]
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  for await (const chunk of child.stdout) {
    said += String(chunk)
    if (said.includes('Ctrl-C')) break
  }
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0]
  if (url === undefined) throw new Error(`The services did not start: ${said}`)

  return {
    url,
    startMs: performance.now() - startedAt,
    /** Seconds of processor time that the process has used, its own and the kernel's for it. */
    async processorSeconds() {
      // The command's name, which may contain spaces, ends with the last bracket. See proc(5).
      const fields = (await readFile(`/proc/${child.pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? []
      return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
    },
    /** Megabytes of memory that the process holds. */
    async memory() {
      const [, resident = '0'] = (await readFile(`/proc/${child.pid}/statm`, 'utf8')).split(' ')
      return (Number(resident) * PAGE) / 1e6
    },
    async stop() {
      child.kill('SIGINT')
      await once(child, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
