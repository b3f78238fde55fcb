import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { root } from './ensureInstalled.mjs'

// The real command, as a process. The first start in a fresh clone builds.
const PATIENCE = 120_000

/** @type {import('node:child_process').ChildProcess[]} */
const started = []
afterEach(() => started.splice(0).forEach((child) => child.kill('SIGKILL')))

/** @param {string[]} args */
function start(...args) {
  const child = spawn(process.execPath, [join(root, 'scripts/start.mjs'), '--data', ':memory:', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  let said = ''
  child.stdout.on('data', (chunk) => (said += chunk))
  child.stderr.on('data', (chunk) => (said += chunk))
  /** @type {Promise<number | null>} */
  const ended = new Promise((resolve) => child.on('close', (code) => resolve(code)))
  return { child, ended, said: () => said }
}

/** @param {ReturnType<typeof start>} run */
async function addressesOf({ said, ended }) {
  let isOver = false
  void ended.then(() => (isOver = true))
  await expect.poll(() => isOver || said().includes('Ctrl-C'), { timeout: PATIENCE, interval: 50 }).toBe(true)
  const [demo = '', services = ''] =
    said()
      .match(/http:\/\/127\.0\.0\.1:\d+/g)
      ?.slice(-2) ?? []
  expect(services, said()).not.toBe('')
  return { demo, services }
}

test.each(/** @type {const} */ (['SIGINT', 'SIGTERM']))(
  'two addresses answer on loopback, the demo knows the services, and %s ends all of it well',
  async (signal) => {
    const run = start('--port', '0', '--services-port', '0')
    const { demo, services } = await addressesOf(run)
    expect((await fetch(demo)).status).toBe(200)
    expect(await (await fetch(`${demo}/settings.js`)).text()).toContain(services)
    expect((await fetch(`${services}/local/users`)).status).toBe(200)

    run.child.kill(signal)
    expect(await run.ended).toBe(0)
    await expect(fetch(demo)).rejects.toThrow()
    await expect(fetch(services)).rejects.toThrow()
  },
  PATIENCE,
)

test(
  'a page that holds a stream does not keep it from ending',
  async () => {
    const run = start('--port', '0', '--services-port', '0')
    const { services } = await addressesOf(run)
    const context = Buffer.from('{"kind":"user","key":"a"}').toString('base64url')
    const stream = await fetch(`${services}/eval/rental-desk-local/${context}`)
    expect(stream.headers.get('content-type')).toContain('text/event-stream')
    run.child.kill('SIGINT')
    expect(await run.ended).toBe(0)
  },
  PATIENCE,
)

test(
  'a port that is taken moves on to another, and that is said',
  async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const address = other.address()
    const taken = typeof address === 'object' && address ? address.port : 0
    try {
      const run = start('--port', String(taken), '--services-port', '0')
      const { demo } = await addressesOf(run)
      expect(demo).not.toBe(`http://127.0.0.1:${taken}`)
      expect(run.said()).toContain(`Port ${taken} is taken: the demo application uses ${new URL(demo).port}.`)
    } finally {
      other.close()
    }
  },
  PATIENCE,
)

test(
  'a file of flags that cannot be read is answered with a sentence',
  async () => {
    const run = start('--port', '0', '--services-port', '0', '--flags', 'gone.json')
    expect(await run.ended).toBe(1)
    expect(run.said()).toMatch(/Nothing was started: .*gone\.json/)
    expect(run.said()).not.toMatch(/^\s+at /m)
  },
  PATIENCE,
)
