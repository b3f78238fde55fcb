import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Finding } from '../doctor/finding.ts'
import type { FaultKind, FaultRoute } from '../faults/fault.ts'
import { DANA_TOKEN, ENVIRONMENT } from '../testing/people.ts'
import { startForTest, type ServicesForTest } from '../testing/startForTest.ts'
import { commandLine } from './commandLine.ts'
import { environmentOf } from './doctorCommand.ts'

let services: ServicesForTest
const servers: Server[] = []
beforeAll(async () => void (services = await startForTest()))
afterEach(async () => {
  for (const server of servers.splice(0)) server.close()
  await command({ faults: [] })
})
afterAll(() => services.close())

/** No check of a sound service is cut short by a busy machine. */
const ID = ['--client-side-id', ENVIRONMENT, '--stay', '0.05', '--timeout', '30']

async function doctor(args: readonly string[], env: Record<string, string> = {}) {
  let [out, err] = ['', '']
  const say = { out: (text: string) => void (out += text), err: (text: string) => void (err += text) }
  const code = await commandLine(['doctor', '--json', ...args], { cwd: '/', env, isInteractive: false, ...say })
  const findings = (out === '' ? [] : JSON.parse(out)) as Finding[]
  const wrong = findings.filter(({ type }) => type === 'wrong').map(({ about, sentence }) => `${about}: ${sentence}`)
  return { code, findings, wrong, out, err }
}

/** Sets or removes faults of the services. */
async function command(faults: { route: FaultRoute; kind: FaultKind } | { faults: [] }): Promise<void> {
  const headers = { origin: services.url, 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify(faults) }
  expect((await fetch(`${services.url}/console/faults`, init)).status).toBe(200)
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('the doctor', () => {
  test('finds no problem in sound services, and prints no token', async () => {
    const { code, findings, out } = await doctor(['--url', services.url, ...ID], { TELLTALE_TOKEN: DANA_TOKEN })
    expect(findings.map(({ type, about }) => `${about} ${type}`)).toEqual([
      'flags ok',
      'stream ok',
      'flag events ok',
      'who-am-i ok',
      'collector ok',
      'clock ok',
    ])
    expect(code).toBe(0)
    expect(out).not.toContain(DANA_TOKEN)
  })

  test('reports that a token is not accepted, and why', async () => {
    const { code, wrong } = await doctor(['--url', services.url, ...ID], { TELLTALE_TOKEN: '0'.repeat(36) })
    expect(code).toBe(1)
    expect(wrong).toEqual([expect.stringMatching(/^who-am-i: .* does not accept the token: The token is unknown\.$/)])
  })

  test('reports that a client-side id is unknown', async () => {
    const { wrong } = await doctor(['--url', services.url, ...ID, '--client-side-id', 'other'])
    expect(wrong[0]).toContain('flags: The client-side id other is unknown')
  })

  test('reports a port that nothing listens at, a host that does not exist, and an address without a collector', async () => {
    const gone = await startForTest()
    await gone.close()
    const { wrong } = await doctor(['--base-url', gone.url, '--collector', `${services.url}/nowhere`, ...ID])
    expect(wrong[0]).toContain(`flags: Nothing listens at 127.0.0.1:${gone.port}`)
    expect(wrong.at(-1)).toContain('There is no collector at')
    const other = await doctor(['--collector', 'http://no-such-host.invalid/collect', '--timeout', '30'])
    expect(other.wrong[0]).toMatch(/no host no-such-host\.invalid|does not answer|cannot be asked/)
  })

  test.each<[FaultRoute, FaultKind, RegExp, string[]?]>([
    ['flags', { type: 'garbage' }, /^flags: .*web page \("Welcome"\).*login of the network/],
    ['flags', { type: 'status', status: 503 }, /^flags: .* answers 503 to a request for flags/],
    ['flags', { type: 'hang' }, /^flags: .* does not answer within 0\.5 s/, ['--timeout', '0.5']],
    ['flags', { type: 'reset' }, /^flags: .* cuts the connection/],
    ['flags', { type: 'cors' }, /^flags: A page at http:\/\/localhost:3000 may not read the answer/],
    ['flag-stream', { type: 'truncated' }, /^stream: .* ends the stream within 30 s/, ['--stay', '30']],
    ['flag-stream', { type: 'garbage' }, /^stream: .*web page/],
    ['flag-events', { type: 'cors' }, /^flag events: A (browser|page)/],
    ['flag-events', { type: 'status', status: 413 }, /^flag events: .* answers 413/],
    ['who-am-i', { type: 'status', status: 500 }, /^who-am-i: .* answers 500/],
    ['who-am-i', { type: 'garbage' }, /^who-am-i: .*web page/],
    ['collect', { type: 'status', status: 429 }, /^collector: .* answers 429 to a delivery.*Events would wait/],
    ['collect', { type: 'cors' }, /^collector: A (browser|page)/],
  ])('names %s as the first problem when it is broken by %j', async (route, kind, sentence, how = []) => {
    await command({ route, kind })
    const { code, wrong } = await doctor(['--url', services.url, ...ID, ...how], { TELLTALE_TOKEN: DANA_TOKEN })
    expect(code).toBe(1)
    expect(wrong[0]).toMatch(sentence)
  })

  test('reports a flag stream that sends nothing', async () => {
    await command({ route: 'flag-stream', kind: { type: 'stall' } })
    const { code, wrong } = await doctor(['--url', services.url, ...ID, '--timeout', '0.5'])
    expect(code).toBe(1)
    // On a busy machine, sound services may be too slow for this time limit as well.
    expect(wrong).toContainEqual(expect.stringMatching(/^stream: .* says nothing within 0\.5 s/))
  })

  test('reports a preflight that forbids a header, an address that redirects, and a clock that is wrong', async () => {
    const url = await serve((request, answer) => {
      answer.setHeader('access-control-allow-origin', '*')
      answer.setHeader('date', new Date(Date.now() + 3_600_000).toUTCString())
      if (request.url?.startsWith('/moved')) return answer.writeHead(301, { location: '/elsewhere' }).end()
      return answer
        .writeHead(request.method === 'OPTIONS' ? 204 : 200, { 'content-type': 'application/json' })
        .end('{}')
    })
    const { wrong } = await doctor(['--collector', `${url}/collect`, '--api', url, '--timeout', '30'])
    expect(wrong).toEqual([
      expect.stringMatching(
        /who-am-i: A browser does not let .* send Authorization, IdToken, Authorization-App-Platform/,
      ),
      expect.stringContaining('has no unique_identity'),
      expect.stringMatching(/collector: A browser does not let .* send Content-Type/),
      expect.stringMatching(/clock: The service's clock is 3[56]\d\d s ahead/),
    ])
    const moved = await doctor(['--collector', `${url}/moved`, '--timeout', '30'])
    expect(moved.wrong[0]).toContain('sends on to /elsewhere')
  })

  test('accepts that who-am-i refuses a request without a token', async () => {
    const { code, findings } = await doctor(['--api', `${services.url}/api/production`, '--timeout', '30'])
    expect([code, findings[0]?.type]).toEqual([0, 'skipped'])
  })
})

test('the environment is that of the project, from whichever of its folders one asks', async () => {
  const project = await mkdtemp(join(tmpdir(), 'telltale-project-'))
  const deep = join(project, 'src', 'deep')
  await mkdir(deep, { recursive: true })
  expect(await environmentOf(deep)).toBeUndefined()
  await mkdir(join(project, 'telltale'))
  await writeFile(join(project, 'telltale', 'flags.json'), '{"environments":{"production":"mine"},"flags":{}}')
  expect(await environmentOf(project)).toBe('mine')
  expect(await environmentOf(deep)).toBe('mine')
  await rm(project, { recursive: true })
})
