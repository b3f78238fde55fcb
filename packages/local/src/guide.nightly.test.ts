import { execFile, spawn } from 'node:child_process'
import { access, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '..')
/** The package is installed as users install it, which takes a minute or more on a busy machine. */
const TIMEOUT_MS = 240_000

let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'telltale-guide-'))))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The commands of the guide, in order. */
async function guide(): Promise<string[]> {
  const text = await readFile(join(ROOT, 'README.md'), 'utf8')
  return [...text.matchAll(/```sh guide\n([\s\S]*?)```/g)].flatMap(([, block = '']) => block.trim().split('\n'))
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

/** A free port. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => void server.close(resolve))
  return port
}

test(
  'the commands of the guide work as printed in an empty folder',
  async () => {
    // The test packs the built package: `npm test` builds first.
    expect(await isThere(join(ROOT, 'dist', 'cli.js')), 'the package is built: npm run build').toBe(true)
    const [install = '', dev = '', ...others] = await guide()
    const inFolder = { cwd: folder, env: { ...process.env, npm_config_offline: 'true', CI: '1' } }
    for (const cwd of [ROOT, join(ROOT, '../collector')])
      await run('npm', ['pack', '--pack-destination', folder, '--ignore-scripts'], { cwd })
    const tarballs = (await readdir(folder)).filter((name) => name.endsWith('.tgz')).map((name) => `./${name}`)
    // The only change to a command: the packed tarballs instead of the published package and the one that it needs. Their dependencies are
    // in npm's cache.
    const packed = install.replace('@telltale/local', tarballs.join(' '))
    await run('sh', ['-c', `${packed} --prefer-offline --no-audit --no-fund`], {
      ...inFolder,
      env: { ...process.env, CI: '1' },
    })

    const port = await freePort()
    const onPort = (command: string) => command.replaceAll('4801', String(port))
    const services = spawn('sh', ['-c', `exec ${onPort(dev)}`], { ...inFolder, detached: true })
    let said = ''
    services.stdout.on('data', (chunk) => (said += String(chunk)))
    services.stderr.on('data', (chunk) => (said += String(chunk)))
    try {
      await expect.poll(() => said, { timeout: 60_000 }).toContain('Ctrl-C ends them.')
      expect(said).toContain('Made telltale/flags.json and telltale/users.json')
      const page = await fetch(`http://127.0.0.1:${port}/`)
      expect([page.status, (await page.text()).includes('<script')]).toEqual([200, true])
      expect((await fetch(`http://127.0.0.1:${port}/vendors/heap.js`)).status).toBe(200)

      const answers: string[] = []
      for (const command of others) {
        // The services use another port than in the guide, because another test may use that one.
        answers.push((await run('sh', ['-c', onPort(command)], inFolder)).stdout)
      }
      expect(answers).toEqual([
        expect.stringContaining(
          'All that was checked is well; who-am-i and the addresses in your application were not checked.',
        ),
        'telltale/flags.ts: 1 flag.\n',
        'telltale/flags.ts is up to date.\n',
        '{"accepted":1,"known":0}',
        expect.stringMatching(
          /^id,name,happened.*\r\n0190c3f4-5a3e-7cc3-98c4-dc0c0c07398f,Quote sent,1970-01-01T00:00:00\.001Z/,
        ),
      ])
    } finally {
      process.kill(-(services.pid ?? 0), 'SIGINT')
      await new Promise((resolve) => services.on('close', resolve))
    }
  },
  TIMEOUT_MS,
)
