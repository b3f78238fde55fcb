import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Finding } from '../doctor/finding.ts'
import type { FaultKind, FaultRoute } from '../faults/fault.ts'
import { DANA_TOKEN, ENVIRONMENT } from '../testing/people.ts'
import { startForTest, type ServicesForTest } from '../testing/startForTest.ts'
import { commandLine } from './commandLine.ts'

let services: ServicesForTest
const servers: Server[] = []
beforeAll(async () => void (services = await startForTest()))
afterEach(async () => {
  for (const server of servers.splice(0)) server.close()
  await command({ faults: [] })
})
afterAll(() => services.close())

/** Long enough that no check of a healthy service times out on a busy machine. */
const ID = ['--client-side-id', ENVIRONMENT, '--stay', '0.05', '--timeout', '30']

async function doctor(args: readonly string[], env: Record<string, string> = {}, cwd = '/') {
  let [out, err] = ['', '']
  const output = { out: (text: string) => void (out += text), err: (text: string) => void (err += text) }
  const code = await commandLine(['doctor', '--json', ...args], { cwd, env, isInteractive: false, ...output })
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
  test('finds no problem in healthy services, and prints no token', async () => {
    const { code, findings, out } = await doctor(['--url', services.url, ...ID], { TELLTALE_TOKEN: DANA_TOKEN })
    expect(findings.map(({ type, about }) => `${about} ${type}`)).toEqual([
      'flags ok',
      'stream ok',
      'flag events ok',
      'who-am-i ok',
      'collector ok',
      'clock ok',
      'the addresses in your application skipped',
    ])
    expect(code).toBe(0)
    expect(out).not.toContain(DANA_TOKEN)
  })

  test('does not report as well what it has not checked', async () => {
    const output = { out: (text: string) => void printed.push(text), err: () => {} }
    const printed: string[] = []
    const terminal = { cwd: '/', isInteractive: false, ...output }
    const url = ['--url', services.url, ...ID]
    await commandLine(['doctor', ...url], { ...terminal, env: { TELLTALE_TOKEN: DANA_TOKEN } })
    await commandLine(['doctor', ...url], { ...terminal, env: {} })
    await commandLine(['doctor', '--collector', `${services.url}/collect`], { ...terminal, env: {} })
    await commandLine(['doctor', '--collector', `${services.url}/colect`], { ...terminal, env: {} })
    expect(printed.map((text) => text.trim().split('\n').at(-1))).toEqual([
      'All that was checked is well; the addresses in your application were not checked.',
      'All that was checked is well; who-am-i and the addresses in your application were not checked.',
      'All that was checked is well; flags and who-am-i were not checked.',
      '1 thing is wrong; flags and who-am-i were not checked.',
    ])
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

  test('asks for who-am-i without an analytics project, and with one if a project is named', async () => {
    const asked: string[] = []
    const url = await serve((request, answer) => {
      if (request.method === 'GET') asked.push(request.url ?? '')
      return answer.writeHead(401).end()
    })
    await doctor(['--api', url, '--timeout', '30'])
    await doctor(['--api', url, '--project', '10 1', '--timeout', '30'])
    expect(asked.filter((path) => path.endsWith('who-am-i'))).toEqual(['/who-am-i', '/project/10%201/who-am-i'])
  })

  test.each([
    ['--stream-url', '--base-url', 'https://stream.test'],
    ['--events-url', '--base-url', 'https://events.test'],
    ['--project', '--api', 'rental-desk'],
  ])('rejects %s without %s', async (option, address, value) => {
    const { code, err } = await doctor(['--collector', `${services.url}/collect`, option, value])
    expect(code).toBe(2)
    expect(err).toContain(`${option} has no effect without ${address}.`)
  })

  test('reports a port without a listener, a host that does not exist, and an address without a collector', async () => {
    const gone = await startForTest()
    await gone.close()
    const { wrong } = await doctor(['--base-url', gone.url, '--collector', `${services.url}/nowhere`, ...ID])
    expect(wrong[0]).toContain(`flags: Nothing listens at 127.0.0.1:${gone.port}`)
    expect(wrong.at(-1)).toContain('There is no collector at')
    const other = await doctor(['--collector', 'http://no-such-host.invalid/collect', '--timeout', '30'])
    expect(other.wrong[0]).toMatch(
      /no-such-host\.invalid (was not found|did not answer)|request to no-such-host\.invalid failed/,
    )
  })

  test.each<[FaultRoute, FaultKind, RegExp, string[]?]>([
    ['flags', { type: 'garbage' }, /^flags: .*web page \("Welcome"\).*a login page of the network/],
    ['flags', { type: 'status', status: 503 }, /^flags: .* answered a request for flags with 503/],
    ['flags', { type: 'hang' }, /^flags: .* did not answer within 0\.5 s/, ['--timeout', '0.5']],
    ['flags', { type: 'reset' }, /^flags: .* reset the connection/],
    ['flags', { type: 'cors' }, /^flags: A browser would not let http:\/\/localhost:3000 read the answer/],
    ['flag-stream', { type: 'truncated' }, /^stream: .* closes the stream within 30 s/, ['--stay', '30']],
    ['flag-stream', { type: 'garbage' }, /^stream: .*web page/],
    ['flag-events', { type: 'cors' }, /^flag events: (A browser would not let|The preflight)/],
    ['flag-events', { type: 'status', status: 413 }, /^flag events: .* answered an empty list of events with 413/],
    ['who-am-i', { type: 'status', status: 500 }, /^who-am-i: .* answered who-am-i with 500/],
    ['who-am-i', { type: 'garbage' }, /^who-am-i: .*web page/],
    [
      'collect',
      { type: 'status', status: 429 },
      /^collector: .* answered a delivery with 429.*Events would not be delivered/,
    ],
    ['collect', { type: 'cors' }, /^collector: (A browser would not let|The preflight)/],
  ])('reports a problem with %s first when it has the fault %j', async (route, kind, sentence, how = []) => {
    await command({ route, kind })
    const { code, wrong } = await doctor(['--url', services.url, ...ID, ...how], { TELLTALE_TOKEN: DANA_TOKEN })
    expect(code).toBe(1)
    expect(wrong[0]).toMatch(sentence)
  })

  test('reports a flag stream that sends nothing', async () => {
    await command({ route: 'flag-stream', kind: { type: 'stall' } })
    const { code, wrong } = await doctor(['--url', services.url, ...ID, '--timeout', '0.5'])
    expect(code).toBe(1)
    // On a busy machine, healthy services may exceed this time limit as well.
    expect(wrong).toContainEqual(expect.stringMatching(/^stream: .* sends nothing within 0\.5 s/))
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
        /who-am-i: A browser would not let .* send Authorization, IdToken, Authorization-App-Platform/,
      ),
      expect.stringContaining('has no unique_identity'),
      expect.stringMatching(/collector: A browser would not let .* send Content-Type/),
      expect.stringMatching(/clock: The service's clock is 3[56]\d\d s ahead/),
    ])
    const moved = await doctor(['--collector', `${url}/moved`, '--timeout', '30'])
    expect(moved.wrong[0]).toContain('redirects to /elsewhere')
  })

  test('accepts that who-am-i refuses a request without a token', async () => {
    const { code, findings } = await doctor(['--api', `${services.url}/api/production`, '--timeout', '30'])
    expect([code, findings[0]?.type]).toEqual([0, 'skipped'])
    expect(findings[0]?.sentence).toContain('An application that sets identity.person, or calls identify, needs none.')
  })
})

describe('in the folder of an application, the doctor', () => {
  let cwd: string
  beforeAll(async () => {
    cwd = await mkdtemp(join(tmpdir(), 'telltale-variables-'))
    await mkdir(join(cwd, 'src'))
    await mkdir(join(cwd, 'telltale'))
    const environments = { production: ENVIRONMENT, staging: 'other' }
    await writeFile(join(cwd, 'telltale', 'flags.json'), JSON.stringify({ environments, flags: {} }))
  })
  afterAll(() => rm(cwd, { recursive: true }))

  const write = (url: string, clientSideId: string) =>
    writeFile(
      join(cwd, '.env.development'),
      `VITE_TELLTALE_SERVICES=${url}\nVITE_TELLTALE_CLIENT_SIDE_ID=${clientSideId}\nVITE_TELLTALE_COLLECTOR=${url}/collect\n`,
    )
  const local = () => ['--url', services.url, '--stay', '0.05', '--timeout', '30']

  test('finds no problem in variables that are those of the services, and in another environment of flags.json', async () => {
    for (const clientSideId of [ENVIRONMENT, 'other']) {
      await write(services.url, clientSideId)
      const printed: string[] = []
      const output = { out: (text: string) => void printed.push(text), err: () => {} }
      const terminal = { cwd, env: { TELLTALE_TOKEN: DANA_TOKEN }, isInteractive: false, ...output }
      await commandLine(['doctor', ...local()], terminal)
      expect(printed.join('')).toMatch(/\nAll is well\.\n$/)
    }
  })

  test('reports the variables that differ, from each folder of the project', async () => {
    await write('http://127.0.0.1:9', 'unknown')
    const { code, wrong } = await doctor(local(), {}, join(cwd, 'src'))
    expect(code).toBe(1)
    const about = 'the addresses in your application: VITE_TELLTALE_'
    expect(wrong).toEqual([
      `${about}SERVICES is http://127.0.0.1:9 in .env.development, and this check asked ${services.url}. Only ${services.url} answers.`,
      `${about}CLIENT_SIDE_ID is unknown in .env.development. It should be ${ENVIRONMENT}.`,
      `${about}COLLECTOR is http://127.0.0.1:9/collect in .env.development, and this check asked ${services.url}/collect. Only ${services.url}/collect answers.`,
    ])
  })

  test('does not call variables wrong whose services answer, when the address in --url does not', async () => {
    await write(services.url, ENVIRONMENT)
    const args = ['--url', 'http://127.0.0.1:9', '--stay', '0.05', '--timeout', '30']
    const { code, findings } = await doctor(args, {}, cwd)
    expect(code).toBe(1)
    const about = 'the addresses in your application'
    expect(findings.filter((finding) => finding.about === about)).toEqual([
      {
        type: 'skipped',
        about,
        sentence: `VITE_TELLTALE_SERVICES is ${services.url} in .env.development, and this check asked http://127.0.0.1:9. Only ${services.url} answers.`,
      },
      {
        type: 'skipped',
        about,
        sentence: `VITE_TELLTALE_COLLECTOR is ${services.url}/collect in .env.development, and this check asked http://127.0.0.1:9/collect. Only ${services.url}/collect answers.`,
      },
    ])
  })

  test('finds variables in .env.local, also from a folder that has a .env of its own', async () => {
    await rm(join(cwd, '.env.development'))
    await writeFile(join(cwd, '.env.local'), 'NEXT_PUBLIC_TELLTALE_SERVICES=http://127.0.0.1:9\n')
    await writeFile(join(cwd, 'src', '.env'), 'SECRET=1\n')
    const { wrong } = await doctor(local(), {}, join(cwd, 'src'))
    expect(wrong).toEqual([
      `the addresses in your application: NEXT_PUBLIC_TELLTALE_SERVICES is http://127.0.0.1:9 in .env.local, and this check asked ${services.url}. Only ${services.url} answers.`,
    ])
    await rm(join(cwd, '.env.local'))
    await rm(join(cwd, 'src', '.env'))
  })

  test('does not compare them with services that are named one by one, such as those of production', async () => {
    await write('http://127.0.0.1:9', 'unknown')
    const { findings } = await doctor(['--collector', `${services.url}/collect`, '--timeout', '30'], {}, cwd)
    expect(findings.map(({ about }) => about)).toEqual(['collector', 'clock'])
  })
})

describe('in a project with its own files, the doctor', () => {
  let cwd: string
  beforeEach(async () => {
    cwd = await mkdtemp(join(tmpdir(), 'telltale-files-'))
    await mkdir(join(cwd, 'telltale'))
    await mkdir(join(cwd, 'src', 'deep'), { recursive: true })
    await writeFile(join(cwd, 'telltale', 'flags.json'), FLAGS)
    await writeFile(join(cwd, 'telltale', 'users.json'), '[]')
  })
  afterEach(() => rm(cwd, { recursive: true }))

  const FLAGS = `{ "environments": { "production": "${ENVIRONMENT}" }, "flags": {} }`
  const args = () => ['--url', services.url, '--stay', '0.05', '--timeout', '30']
  const write = (name: string, text: string) => writeFile(join(cwd, 'telltale', name), text)

  test('finds the client-side id and the files from any of its folders', async () => {
    const { code, findings } = await doctor(args(), {}, join(cwd, 'src', 'deep'))
    expect(code).toBe(0)
    expect(findings).toContainEqual({
      type: 'ok',
      about: 'files',
      sentence: '../../telltale/flags.json and ../../telltale/users.json can be used.',
    })
    expect(findings).toContainEqual(expect.objectContaining({ about: 'stream', type: 'ok' }))
  })

  test('names the place of a mistake in flags.json, and does not ask for a client-side id', async () => {
    await write('flags.json', '{\n  "environments": { "production": "mine" },\n  "flags": {,}\n}')
    const { code, wrong, findings } = await doctor(args(), {}, cwd)
    expect(code).toBe(1)
    expect(wrong).toEqual([
      expect.stringMatching(
        /^files: telltale\/flags\.json cannot be used\. It is not JSON: .*, at line 3, column 13\.$/,
      ),
    ])
    expect(findings).toContainEqual({
      type: 'skipped',
      about: 'flags',
      sentence: 'flags.json cannot be used, so the client-side id is not known. Correct it, or use --client-side-id.',
    })
  })

  test('names the place of a mistake in flags.json where the services could not start', async () => {
    await write('flags.json', '{,}')
    const { code, err } = await doctor([], {}, cwd)
    expect(code).toBe(1)
    expect(err).toMatch(
      /telltale\/flags\.json cannot be used\. It is not JSON: .*, at line 1, column 2\. No services of this project are running:/,
    )
  })

  test('reports unknown fields of flags.json and problems of users.json as the services do', async () => {
    await write('flags.json', FLAGS.replace('{}', '{ "a": { "variations": [1], "onn": true } }'))
    await write('users.json', '[{}]')
    const { code, wrong } = await doctor(args(), {}, cwd)
    expect(code).toBe(1)
    expect(wrong).toEqual([
      'files: telltale/flags.json: flags.a.onn has no effect. Did you mean "on"?',
      'files: telltale/users.json cannot be used. User 0 needs a "token" and an "identity" with a "unique_identity".',
    ])
  })

  test('names the flags that browsers do not get', async () => {
    const hidden = '{ "variations": [1], "clientSideAvailability": { "usingEnvironmentId": false } }'
    await write('flags.json', FLAGS.replace('{}', `{ "a": ${hidden}, "b": { "variations": [1], "clientSide": true } }`))
    const { code, findings } = await doctor(args(), {}, cwd)
    expect(code).toBe(0)
    expect(findings).toContainEqual({
      type: 'hint',
      about: 'files',
      sentence: 'Not available to browsers, because of clientSideAvailability: a.',
    })
  })

  test('says that it does not check the SDK key of a server, if the project has the SDK', async () => {
    const about = 'the SDK key of your server'
    const ofKey = async () => (await doctor(args(), {}, join(cwd, 'src'))).findings.filter((one) => one.about === about)
    await writeFile(join(cwd, 'package.json'), '{ "dependencies": { "telltale": "1.0.0" } }')
    expect(await ofKey()).toEqual([])
    await writeFile(join(cwd, 'package.json'), '{ "dependencies": { "@launchdarkly/node-server-sdk": "9.0.0" } }')
    expect(await ofKey()).toEqual([
      {
        type: 'skipped',
        about,
        sentence:
          'The project has @launchdarkly/node-server-sdk. Its key, such as LAUNCHDARKLY_SDK_KEY, is not checked.',
      },
    ])
  })

  test('does not check the files when services are named one by one', async () => {
    await write('flags.json', '{,}')
    const { findings } = await doctor(['--collector', `${services.url}/collect`, '--timeout', '30'], {}, cwd)
    expect(findings.map(({ about }) => about)).toEqual(['collector', 'clock'])
  })
})
