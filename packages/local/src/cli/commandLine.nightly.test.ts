import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { execa } from 'execa'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { builtCli, type BuiltCli, type Run } from '../testing/builtCli.ts'

let cli: BuiltCli
beforeAll(async () => void (cli = await builtCli()))
afterAll(() => cli.remove())

const run = (...args: string[]): Run => cli.run(args)
const address = (running: Run): Promise<string> => running.address()

describe('telltale dev', () => {
  test('fails when the given port is taken and --strict-port is given', async () => {
    const other = createServer()
    const port = await new Promise<number>((resolve) =>
      other.listen(0, '127.0.0.1', () => resolve((other.address() as { port: number }).port)),
    )
    const another = createServer()
    await new Promise<void>((resolve) => {
      another.on('error', () => resolve()).listen(port + 1, '127.0.0.1', resolve)
    })
    const running = run('dev', '--port', String(port), '--strict-port', '--data', ':memory:')
    expect(await running.ended).toBe(1)
    expect(running.err()).toContain(`Port ${port} is taken, perhaps by the services of another project`)
    // The port after it is taken as well, by this test or by another process.
    const suggested = Number(/npm run services -- --port (\d+)/.exec(running.err())?.[1])
    expect(suggested).toBeGreaterThan(port + 1)
    another.close()
    other.close()
  })

  test('names the address of the services of the same project that have the given port', async () => {
    const first = run('dev', '--port', '0', '--data', ':memory:')
    const url = await address(first)
    const again = ['dev', '--port', new URL(url).port, '--data', ':memory:']
    const strict = run(...again, '--strict-port')
    expect(await strict.ended).toBe(1)
    expect(strict.err()).toBe(
      `telltale: The services of this project are running already, at ${url}. Use them, or end them first.\n`,
    )
    const second = run(...again)
    expect(await address(second)).not.toBe(url)
    expect(second.err()).toContain(`Other services of this project are running at ${url}.\n`)
    for (const { child, ended } of [first, second]) {
      child.kill('SIGINT')
      await ended
    }
  })

  test('exits with 1 and names the file when a file is missing', async () => {
    const running = run('dev', '--flags', 'nowhere.json', '--users', 'nobody.json', '--data', ':memory:')
    expect(await running.ended).toBe(1)
    expect(running.err()).toMatch(/^telltale: nowhere\.json cannot be read/)
  })
})

describe('telltale dev in a project', () => {
  let project: string
  beforeEach(async () => void (project = await mkdtemp(join(tmpdir(), 'telltale-project-'))))
  afterEach(() => rm(project, { recursive: true, force: true }))

  test('prints a module with the token of a user of the file that --users names', async () => {
    const token = '77777777-7777-4777-8777-777777777777'
    await writeFile(join(project, 'own.json'), JSON.stringify([{ token, identity: { unique_identity: 'own:1' } }]))
    const running = cli.run(['dev', '--port', '0', '--data', ':memory:', '--users', 'own.json'], { cwd: project })
    await running.address()
    expect(running.out()).toContain(`?? '${token}' }`)
    running.child.kill('SIGINT')
    expect(await running.ended).toBe(0)
  })

  test('names the module that creates the layer instead of printing one, where the project has it', async () => {
    await writeFile(join(project, 'package.json'), '{}')
    await mkdir(join(project, 'src/lib'), { recursive: true })
    const layer = "import { createTelltale } from 'telltale'\nexport const telltale = createTelltale({})\n"
    await writeFile(join(project, 'src/lib/layer.js'), layer)
    const running = cli.run(['dev', '--port', '0', '--data', ':memory:'], { cwd: project })
    await running.address()
    await expect.poll(() => running.out()).toContain('src/lib/layer.js creates the layer of your application.')
    expect(running.out()).not.toContain('createTelltale')
    running.child.kill('SIGINT')
    expect(await running.ended).toBe(0)
  })

  test('names the guide for Next.js instead of printing a module that the guide calls a mistake', async () => {
    await writeFile(join(project, 'package.json'), '{ "dependencies": { "next": "*" } }')
    const running = cli.run(['dev', '--port', '0', '--data', ':memory:'], { cwd: project })
    await running.address()
    await expect
      .poll(() => running.out())
      .toContain('docs/src/content/docs/guides/next.mdx in Telltale’s repository. The client-side id is my-app-local.')
    expect(running.out()).not.toContain('createTelltale')
    running.child.kill('SIGINT')
    expect(await running.ended).toBe(0)
  })

  test('names the file with the addresses of the application that differ from its own', async () => {
    await writeFile(join(project, 'package.json'), '{ "dependencies": { "vite": "*" } }')
    expect(await cli.run(['init', '--yes'], { cwd: project }).ended).toBe(0)
    const running = cli.run(['dev', '--port', '0', '--data', ':memory:'], { cwd: project })
    const url = await running.address()
    await expect
      .poll(() => running.out())
      .toContain(
        `src/telltale.js creates the layer of your application. Its addresses are in .env.development, and differ: change them to ${url}.`,
      )
    running.child.kill('SIGINT')
    await running.ended
    const variables = await readFile(join(project, '.env.development'), 'utf8')
    await writeFile(join(project, '.env.development'), variables.replaceAll('http://127.0.0.1:4801', url))
    const again = cli.run(['dev', '--port', new URL(url).port, '--data', ':memory:'], { cwd: project })
    await again.address()
    await expect
      .poll(() => again.out())
      .toContain('src/telltale.js creates the layer of your application, with the addresses in .env.development.')
    again.child.kill('SIGINT')
    await again.ended
  })

  test('does not change an existing flags.json', async () => {
    await mkdir(join(project, 'telltale'))
    const flags = '{ "environments": { "production": "mine" }, "flags": {} }'
    await writeFile(join(project, 'telltale', 'flags.json'), flags)
    const running = cli.run(['dev', '--port', '0', '--data', ':memory:'], { cwd: project })
    await running.address()
    expect(running.out()).toContain("clientSideId: 'mine'")
    expect(await readFile(join(project, 'telltale', 'flags.json'), 'utf8')).toBe(flags)
    running.child.kill('SIGINT')
    await running.ended
  })

  test('applies a file of faults, and refuses an invalid one', async () => {
    await writeFile(
      join(project, 'faults.json'),
      '[{ "route": "collect", "kind": { "type": "status", "status": 503 } }]',
    )
    const running = cli.run(['dev', '--port', '0', '--data', ':memory:', '--faults', 'faults.json'], { cwd: project })
    const url = await running.address()
    expect((await fetch(`${url}/collect`, { method: 'POST' })).status).toBe(503)
    expect(running.err()).toContain('Broken on purpose: collect (status).')
    running.child.kill('SIGINT')
    await running.ended
    await writeFile(join(project, 'faults.json'), '[{ "route": "moon" }]')
    const wrong = cli.run(['dev', '--port', '0', '--faults', 'faults.json'], { cwd: project })
    expect(await wrong.ended).toBe(1)
    expect(wrong.err()).toMatch(/faults\.json cannot be used\. Fault 0 needs a "route": who-am-i, flags/)
  })

  test('refuses deliveries over the configured limits', async () => {
    const args = ['dev', '--port', '0', '--data', ':memory:', '--max-delivery-bytes', '100', '--max-deliveries', '2']
    const running = cli.run(args, { cwd: project })
    const url = await running.address()
    const send = (body: string) =>
      fetch(`${url}/collect`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    expect((await send(`{"events":[]${' '.repeat(200)}}`)).status).toBe(413)
    await expect
      .poll(async () => {
        const answer = await send('{"events":[]}')
        return [answer.status, answer.headers.get('retry-after')]
      })
      .toEqual([429, '1'])
    running.child.kill('SIGINT')
    await running.ended
  })
})

describe('telltale', () => {
  test('init as a process without a terminal writes nothing unless --yes is passed', async () => {
    const cwd = await mkdtemp(join(tmpdir(), 'telltale-init-'))
    await writeFile(join(cwd, 'package.json'), '{}')
    const asked = cli.run(['init'], { cwd })
    expect([await asked.ended, asked.err()]).toEqual([
      1,
      'telltale: Nothing was written: there is no terminal to ask a question in. Pass --yes to write these files.\n',
    ])
    expect(await readdir(cwd)).toEqual(['package.json'])
    await rm(cwd, { recursive: true })
  })

  test('prints the command to run when ts-morph, which only codemods need, is not installed', async () => {
    const cwd = await mkdtemp(join(tmpdir(), 'telltale-codemod-'))
    const { dependencies } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')) as {
      dependencies: Record<string, string>
    }
    for (const name of Object.keys(dependencies)) {
      await mkdir(dirname(join(cwd, 'node_modules', name)), { recursive: true })
      await symlink(join(import.meta.dirname, '../../../../node_modules', name), join(cwd, 'node_modules', name))
    }
    await cp(cli.folder, join(cwd, 'node_modules/installed'), { recursive: true })
    const program = join(cwd, 'node_modules/installed/cli.js')
    const { exitCode, stderr } = await execa(process.execPath, [program, 'codemod', 'segment'], { cwd, reject: false })
    expect(exitCode).toBe(1)
    expect(stderr).toMatch(
      /^telltale: codemod needs ts-morph, which is not installed\. Run npm install --no-save ts-morph@[\d.]+, and then this command again\.$/,
    )
    await rm(cwd, { recursive: true })
  })

  test.each([
    [['--help'], 0],
    [['doctor', '-h'], 0],
    [['init', '--dry-run'], 0],
    [['types', '--check'], 1],
  ])('%j exits with its usual code when the reader closes the output early', async (args, code) => {
    const cwd = await mkdtemp(join(tmpdir(), 'telltale-pipe-'))
    await writeFile(join(cwd, 'package.json'), '{}')
    const running = cli.run(args, { cwd })
    running.child.stdout?.destroy()
    expect(await running.ended).toBe(code)
    expect(running.err()).not.toMatch(/EPIPE|node:/)
    await rm(cwd, { recursive: true })
  })
})
