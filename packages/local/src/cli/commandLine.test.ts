import { spawn, type ChildProcess } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { build } from 'tsdown'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bePatient, eventually } from '../testing/patience.ts'
import { DANA, encoded, ENVIRONMENT } from '../testing/people.ts'
import { readEventStream } from '../testing/readEventStream.ts'

const ROOT = join(import.meta.dirname, '..', '..')
let folder: string

bePatient()

// Inside the package, as the program finds its dependencies from where it stands.
beforeAll(async () => {
  await mkdir(join(ROOT, '.cache'), { recursive: true })
  folder = await mkdtemp(join(ROOT, '.cache', 'command-line-'))
  await build({ cwd: ROOT, outDir: folder, clean: false, dts: false, sourcemap: false, logLevel: 'error' })
  await cp(join(ROOT, 'samples'), join(folder, 'telltale'), { recursive: true })
}, 60_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

interface Run {
  readonly child: ChildProcess
  out(): string
  err(): string
  /** The exit code. */
  readonly ended: Promise<number | null>
}

function run(...args: string[]): Run {
  const child = spawn(process.execPath, [join(folder, 'cli.js'), ...args], { cwd: folder })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk) => (out += String(chunk)))
  child.stderr.on('data', (chunk) => (err += String(chunk)))
  const ended = new Promise<number | null>((resolve) => child.on('close', (code) => resolve(code)))
  return { child, out: () => out, err: () => err, ended }
}

async function address(running: Run): Promise<string> {
  await eventually(running.out).toMatch(/http:\/\/127\.0\.0\.1:\d+/)
  return /http:\/\/\S+/.exec(running.out())?.[0] ?? ''
}

describe('telltale dev', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)(
    'prints its address, serves, and ends with everything on %s',
    async (signal) => {
      const running = run('dev', '--port', '0', '--data', ':memory:')
      const url = await address(running)
      const stream = await readEventStream(`${url}/eval/${ENVIRONMENT}/${encoded(DANA)}`)
      expect((await stream.next())?.event).toBe('put')
      running.child.kill(signal)
      expect(await stream.next()).toBeUndefined()
      expect(await running.ended).toBe(0)
      expect(running.err()).toBe('')
    },
  )

  test('goes on to the next port when the one it was given is taken, and says so', async () => {
    const other = createServer()
    const port = await new Promise<number>((resolve) =>
      other.listen(0, '127.0.0.1', () => resolve((other.address() as { port: number }).port)),
    )
    const running = run('dev', '--port', String(port), '--data', ':memory:')
    expect(await address(running)).not.toBe(`http://127.0.0.1:${port}`)
    expect(running.err()).toMatch(new RegExp(`Port ${port} is taken: using \\d+\\.`))
    running.child.kill('SIGINT')
    expect(await running.ended).toBe(0)
    other.close()
  })

  test('keeps events it has acknowledged when it is killed', async () => {
    const send = async (url: string) => {
      const event = { id: 'acknowledged', name: 'Quote sent', at: 1, url: '', properties: {}, identity: {} }
      const answer = await fetch(`${url}/collect`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ app: {}, events: [event] }),
      })
      return answer.json()
    }
    const first = run('dev', '--port', '0')
    expect(await send(await address(first))).toEqual({ accepted: 1, known: 0 })
    first.child.kill('SIGKILL')
    await first.ended
    const second = run('dev', '--port', '0')
    expect(await send(await address(second))).toEqual({ accepted: 0, known: 1 })
    second.child.kill('SIGINT')
    await second.ended
  })

  test('fails with a sentence when a file is not there', async () => {
    const running = run('dev', '--flags', 'nowhere.json', '--users', 'nobody.json', '--data', ':memory:')
    expect(await running.ended).toBe(1)
    expect(running.err()).toMatch(/^telltale: nowhere\.json cannot be read/)
  })
})

describe('telltale', () => {
  test.each([[['--help']], [['dev', '--help']]])('explains itself: %j', async (args) => {
    const running = run(...args)
    expect(await running.ended).toBe(0)
    expect(running.out()).toMatch(/^Usage: telltale/)
  })

  test.each([[[]], [['fly']], [['dev', 'now']], [['dev', '--fast']], [['dev', '--port', 'many']]])(
    'answers 2 when it is called wrongly: %j',
    async (args) => {
      const running = run(...args)
      expect(await running.ended).toBe(2)
      expect(running.err()).toMatch(/^telltale: .+\n\nUsage:/)
    },
  )
})
