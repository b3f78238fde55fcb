import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { expect, onTestFinished, test } from 'vitest'
import { root } from './ensureInstalled.mjs'

const original = () => readFileSync(join(root, 'apps/rental-desk/telltale/flags.json'), 'utf8')
const flags = original()

/** @param {string[]} options */
function start(...options) {
  const cwd = mkdtempSync(join(tmpdir(), 'start-'))
  onTestFinished(() => rmSync(cwd, { recursive: true }))
  const copy = join(cwd, '.telltale/flags.json')
  cpSync(join(root, 'package.json'), copy)
  const run = execa('node', [join(root, 'scripts/start.mjs'), ...options], { cwd, reject: false, all: true })
  return { run, flags: () => readFileSync(copy, 'utf8') }
}

test('npm start serves the demo and its services, edits a copy of the flags, and ends at Ctrl-C', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => other.once('listening', resolve))
  const { port } = /** @type {import('node:net').AddressInfo} */ (other.address())
  const users = join(root, 'apps/rental-desk/telltale/users.json')
  const { run, flags: copied } = start('--reset', `--port=${port}`, '--services-port=0', `--users=${users}`)
  let output = ''
  run.all.on('data', (chunk) => (output += chunk))
  await expect.poll(() => output, { timeout: 50_000 }).toContain('Ctrl-C')
  const [demo = '', services = ''] = output.match(/http:\/\/127\.0\.0\.1:\d+/g) ?? []
  expect(output).toContain(`Port ${port} is in use`)
  expect(output).toContain(`Flags are in .telltale/flags.json, users in ${users};`)
  expect(await (await fetch(`${demo}/settings.js`)).text()).toContain(services)

  expect(copied()).toBe(flags)
  const headers = { 'content-type': 'application/json', origin: services }
  await fetch(`${services}/console/flags/new-pricing`, { method: 'POST', headers, body: '{ "on": false }' })
  expect(copied()).not.toBe(flags)
  expect(original()).toBe(flags)
  run.kill('SIGINT')
  await run
  await expect(fetch(demo)).rejects.toThrow()
  other.close()
})

test('npm start keeps the copy of an earlier start, and answers a file that is missing with a sentence', async () => {
  const { run, flags: copied } = start('--port=0', '--services-port=0', '--flags=gone.json')
  const { exitCode, all } = await run
  expect([exitCode, all]).toEqual([1, expect.stringMatching(/^Nothing was started: .*gone\.json/m)])
  expect(copied()).not.toBe(flags)
})

test('npm start leaves the usual port of the services to npm run services of another project', async () => {
  const { run } = start('--help')
  const { all } = await run
  const ports = [...all.matchAll(/^ {2}--(?:services-)?port .*\((\d+)\)$/gm)].map(([, port]) => Number(port))
  expect(ports).toHaveLength(2)
  const services = join(root, 'packages/local/src/init/localServices.ts')
  const usual = Number(/127\.0\.0\.1:(\d+)/.exec(readFileSync(services, 'utf8'))?.[1])
  // Where a port is taken, the next one is used.
  for (const port of ports) expect(usual >= port && usual <= port + 50, `${port} and the next ones`).toBe(false)
})
