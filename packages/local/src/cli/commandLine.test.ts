import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ts from 'typescript'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { builtCli, type BuiltCli, type Run } from '../testing/builtCli.ts'
import { DANA, encoded, ENVIRONMENT } from '../testing/people.ts'
import { readEventStream } from '../testing/readEventStream.ts'
import { uuidOf } from '../testing/uuidOf.ts'
import { commandLine } from './commandLine.ts'

let cli: BuiltCli
beforeAll(async () => void (cli = await builtCli()))
afterAll(() => cli.remove())

const run = (...args: string[]): Run => cli.run(args)
const address = (running: Run): Promise<string> => running.address()

describe('telltale dev', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)(
    'prints its address, serves a flag stream, and ends the stream and the process on %s',
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

  test('uses the next free port when the given one is taken, and reports that', async () => {
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

  test('keeps the events that it acknowledged when it is killed', async () => {
    const send = async (url: string) => {
      const event = { id: uuidOf('acknowledged'), name: 'Quote sent', at: 1, url: '', properties: {}, identity: {} }
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
})

describe('telltale dev in a project', () => {
  let project: string
  beforeEach(async () => void (project = await mkdtemp(join(tmpdir(), 'telltale-project-'))))
  afterEach(() => rm(project, { recursive: true, force: true }))

  test('without flags and users creates both beside package.json, and prints the settings to paste', async () => {
    await writeFile(join(project, 'package.json'), '{}')
    const cwd = join(project, 'src')
    await mkdir(cwd)
    const running = cli.run(['dev', '--port', '0', '--data', ':memory:'], { cwd })
    const url = await running.address()
    expect((await readdir(join(project, 'telltale'))).sort()).toEqual(['flags.json', 'users.json'])
    expect(running.err()).toMatch(/Made \.\.\/telltale\/flags\.json and \.\.\/telltale\/users\.json/)
    const printed = running.out()
    expect(printed).toContain(`const services = '${url}'`)
    expect(printed).toContain("clientSideId: 'my-app-local'")
    // The whole module, imports included, so that it can be pasted as it is.
    const module = printed.slice(printed.indexOf('import '), printed.indexOf('npx telltale doctor'))
    expect(module).toContain('observers: [consoleLink({ url: services }), inspector()]')
    const { diagnostics } = ts.transpileModule(module, { reportDiagnostics: true })
    expect(diagnostics).toEqual([])
    const context = { kind: 'user', key: 'first:1', email_address: 'ada@first.example' }
    const answer = await fetch(`${url}/sdk/evalx/my-app-local/contexts/${encoded(context)}`)
    expect(await answer.json()).toMatchObject({ 'new-welcome': { value: true } })
    running.child.kill('SIGINT')
    expect(await running.ended).toBe(0)
  })

  test('writes its address to a folder that git ignores, where the doctor finds it while it runs', async () => {
    const running = cli.run(['dev', '--port', '0', '--data', ':memory:'], { cwd: project })
    const url = await running.address()
    expect(await readFile(join(project, '.telltale', '.gitignore'), 'utf8')).toBe('*\n')
    const deep = join(project, 'src')
    await mkdir(deep)
    const doctor = cli.run(['doctor', '--stay', '0.05'], { cwd: deep })
    expect(await doctor.ended).toBe(0)
    expect(doctor.out()).toContain(new URL(url).host)
    expect(doctor.out()).toContain('who-am-i and the addresses in your application were not checked.')
    running.child.kill('SIGINT')
    expect(await running.ended).toBe(0)
    expect(await readdir(join(project, '.telltale'))).toEqual(['.gitignore'])
  })

  test('with another --host warns that other machines can connect, and listens only there', async () => {
    const args = ['dev', '--port', '0', '--host', '127.0.0.2', '--data', ':memory:']
    const running = cli.run(args, { cwd: project })
    await expect.poll(running.out).toContain('Ctrl-C')
    const url = /http:\/\/127\.0\.0\.2:\d+/.exec(running.out())?.[0] ?? ''
    expect(running.err()).toContain('Other machines can reach these services at 127.0.0.2')
    expect((await fetch(`${url}/local/users`)).status).toBe(200)
    expect((await fetch(`${url}/local/users`, { headers: { origin: 'http://evil.example' } })).status).toBe(403)
    running.child.kill('SIGINT')
    expect(await running.ended).toBe(0)
  })
})

/** Runs a command in this process and returns its output and exit code. */
async function call(args: readonly string[]) {
  let [out, err] = ['', '']
  const output = { out: (text: string) => void (out += text), err: (text: string) => void (err += text) }
  const code = await commandLine(args, { cwd: cli.folder, env: {}, isInteractive: false, ...output })
  return { code, out, err }
}

describe('telltale', () => {
  test.each([
    [['--help']],
    [['dev', '--help']],
    [['types', '--help']],
    [['doctor', '-h']],
    [['explain', '--help']],
    [['init', '--help']],
    [['codemod', '--help']],
  ])('prints its usage for %j', async (args) => {
    expect(await call(args)).toEqual({ code: 0, out: expect.stringMatching(/^Usage: telltale/), err: '' })
  })

  test.each([
    [[]],
    [['fly']],
    [['toString']],
    [['dev', 'now']],
    [['dev', '--fast']],
    [['dev', '--port', 'many']],
    [['dev', '--max-deliveries', '0']],
    [['types', '--from', 'http://127.0.0.1:1']],
    [['types', '--client-side-id', 'a']],
    [['types', '--from', 'nowhere', '--client-side-id', 'a']],
    [['types', '--from', 'htp://127.0.0.1:1', '--client-side-id', 'a']],
    [['types', '--check', '--out', '-']],
    [['doctor', '--url', 'nowhere']],
    [['doctor', '--url', 'htp://127.0.0.1:1']],
    [['doctor', '--timeout', 'long']],
    [['init', '--undo', '--dry-run']],
    [['init', 'here']],
    [['codemod']],
  ])('returns 2 and prints the usage to stderr for the invalid arguments %j', async (args) => {
    expect(await call(args)).toEqual({ code: 2, out: '', err: expect.stringMatching(/^telltale: .+\n\nUsage:/) })
  })

  test.each([
    [['doctr'], 'doctr is not a command. Did you mean doctor?'],
    [['dev', '--prot', '1'], "Unknown option '--prot'. Did you mean --port?"],
    [['doctor', '--colector', 'x'], "Unknown option '--colector'. Did you mean --collector?"],
  ])('suggests the probable command or option for %j', async (args, sentence) => {
    expect((await call(args)).err).toMatch(`telltale: ${sentence}\n`)
  })

  test('prints its version', async () => {
    const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'))
    expect(await call(['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' })
  })

  test('as a process prints to the right stream and exits with the code of the command', async () => {
    const right = run('doctor', '-h')
    const wrong = run('fly')
    expect([await right.ended, right.out(), right.err()]).toEqual([0, expect.stringMatching(/^Usage: telltale/), ''])
    expect([await wrong.ended, wrong.out(), wrong.err()]).toEqual([
      2,
      '',
      expect.stringMatching(/^telltale: fly is not a command\.\n/),
    ])
  })
})
