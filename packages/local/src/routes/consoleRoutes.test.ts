import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ConsoleMessage } from '../console/consoleMessage.ts'
import { DANA, encoded, ENVIRONMENT } from '../testing/people.ts'
import { readEventStream } from '../testing/readEventStream.ts'
import { startForTest, type ServicesForTest } from '../testing/startForTest.ts'
import { uuidOf } from '../testing/uuidOf.ts'

let services: ServicesForTest
let consoleFolder: string

beforeAll(async () => {
  consoleFolder = await mkdtemp(join(tmpdir(), 'telltale-console-'))
  await mkdir(join(consoleFolder, 'assets'))
  await writeFile(join(consoleFolder, 'index.html'), '<meta nonce="{{nonce}}">')
  await writeFile(join(consoleFolder, 'assets', 'index-abc.js'), 'export {}')
  await writeFile(join(consoleFolder, 'favicon.svg'), '<svg/>')
  services = await startForTest({ consoleFolder })
})
afterAll(async () => {
  await services.close()
  await rm(consoleFolder, { recursive: true })
})

/** For tests that change flags or users. The others share their services. */
async function startOwnServices(): Promise<() => Promise<void>> {
  const shared = services
  services = await startForTest({ consoleFolder })
  return async () => {
    await services.close()
    services = shared
  }
}

function turn(key: string, command: object, headers: Record<string, string> = { origin: services.url }) {
  const body = JSON.stringify(command)
  return fetch(`${services.url}/console/flags/${key}`, { method: 'POST', headers, body })
}

describe('the page of the console', () => {
  test('is not cached, and has a strict policy with a new nonce each time', async () => {
    const first = await fetch(services.url)
    const second = await fetch(services.url)
    expect(first.headers.get('cache-control')).toBe('no-store')
    const policy = first.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    const [page, again] = [await first.text(), await second.text()]
    const nonce = /nonce="([^"]+)"/.exec(page)?.[1] ?? 'none'
    expect(policy).toContain(`'nonce-${nonce}'`)
    expect(nonce).not.toBe('{{nonce}}')
    expect(again).not.toBe(page)
  })

  test('has files that are cached for ever if their names contain a hash', async () => {
    const script = await fetch(`${services.url}/assets/index-abc.js`)
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    const icon = await fetch(`${services.url}/favicon.svg`)
    expect(icon.headers.get('cache-control')).toBe('no-cache')
    expect(icon.headers.get('content-type')).toBe('image/svg+xml')
  })

  test.each(['/index.html', '/assets/', '/assets/..%2f..%2fflags.json', '/%2e%2e/flags.json', '/assets/index-xyz.js'])(
    'answers 404 at %s',
    async (path) => {
      expect((await fetch(services.url + path)).status).toBe(404)
    },
  )

  test('answers 503 with the build command if the console was not built', async () => {
    const unbuilt = await startForTest({ consoleFolder: join(consoleFolder, 'assets') })
    const answer = await fetch(unbuilt.url)
    expect(answer.status).toBe(503)
    expect(await answer.text()).toContain('npm run build')
    await unbuilt.close()
  })
})

describe('switching a flag', () => {
  beforeEach(startOwnServices)

  test('changes two tokens of flags.json and nothing else', async () => {
    const before = await readFile(services.flagsFile, 'utf8')
    const answer = await turn('maintenance-banner', { on: true })
    expect([answer.status, await answer.json()]).toMatchObject([200, { flag: { on: true, version: 2 } }])
    const after = await readFile(services.flagsFile, 'utf8')
    expect(after).toBe(before.replace('"version": 1,\n      "on": false', '"version": 2,\n      "on": true'))
    expect(after).not.toBe(before)
  })

  test('reaches an open stream', async () => {
    const stream = await readEventStream(`${services.url}/eval/${ENVIRONMENT}/${encoded(DANA)}`)
    await stream.next()
    await turn('new-pricing', { on: false })
    expect(await stream.next()).toMatchObject({
      event: 'patch',
      data: { key: 'new-pricing', value: false, flagVersion: 5 },
    })
    stream.close()
  })

  test('is applied when several flags are switched at once', async () => {
    const keys = ['new-pricing', 'quote-layout', 'fleet-map']
    await Promise.all(keys.map((key) => turn(key, { on: false })))
    const { flags } = JSON.parse(await readFile(services.flagsFile, 'utf8')) as {
      flags: Record<string, { on: boolean }>
    }
    expect(keys.map((key) => flags[key]?.on)).toEqual([false, false, false])
  })

  test('that changes nothing leaves flags.json untouched', async () => {
    const before = await readFile(services.flagsFile, 'utf8')
    expect((await turn('new-pricing', { on: true })).status).toBe(200)
    expect(await readFile(services.flagsFile, 'utf8')).toBe(before)
  })

  test('is refused for an unknown flag, an invalid command and a broken flags.json', async () => {
    expect((await turn('no-such-flag', { on: true })).status).toBe(404)
    expect((await turn('toString', { on: true })).status).toBe(404)
    expect((await turn('new-pricing', { on: false, environment: 'elsewhere' })).status).toBe(404)
    expect((await turn('new-pricing', { on: false, environment: 1 })).status).toBe(400)
    expect((await turn('new-pricing', { on: 'yes' })).status).toBe(400)
    await writeFile(services.flagsFile, '{')
    expect((await turn('new-pricing', { on: false })).status).toBe(409)
    expect(await readFile(services.flagsFile, 'utf8')).toBe('{')
  })

  test.each([
    ['another local page', { origin: 'http://127.0.0.1:4800' }],
    ['the same server under another name', { origin: 'http://localhost:1' }],
    ['a request without an origin', {}],
  ])('is refused to %s', async (_who, headers) => {
    const before = await readFile(services.flagsFile, 'utf8')
    expect((await turn('new-pricing', { on: false }, headers as Record<string, string>)).status).toBe(403)
    expect(await readFile(services.flagsFile, 'utf8')).toBe(before)
  })
})

describe('an evaluation for the console', () => {
  function ask(body: unknown, headers: Record<string, string> = { origin: services.url }) {
    return fetch(`${services.url}/console/evaluations`, { method: 'POST', headers, body: JSON.stringify(body) })
  }

  test('has values with their reasons, of server-side flags too', async () => {
    await services.editFlags(({ flags }) => void (flags['server-only'] = { on: true, version: 1, variations: [7] }))
    await expect
      .poll(async () => (await ask({ context: DANA })).json())
      .toMatchObject({
        'new-pricing': { value: true, variation: 0, reason: { kind: 'RULE_MATCH', ruleIndex: 0 } },
        'maintenance-banner': { value: { visible: false }, reason: { kind: 'OFF' } },
        'server-only': { value: 7, reason: { kind: 'FALLTHROUGH' } },
      })
  })

  test('is refused without a context, for an unknown environment, and to other pages', async () => {
    expect((await ask({})).status).toBe(400)
    expect((await ask({ context: { kind: 'user' } })).status).toBe(400)
    expect((await ask({ context: DANA, environment: 'elsewhere' })).status).toBe(404)
    expect((await ask({ context: DANA, environment: ENVIRONMENT })).status).toBe(200)
    expect((await ask({ context: DANA }, { origin: 'http://127.0.0.1:4800' })).status).toBe(403)
  })
})

describe('the stream of the console', () => {
  beforeEach(startOwnServices)

  test('begins with the state and the history, and continues with each change', async () => {
    await deliver('first')
    const stream = await readEventStream(`${services.url}/console/stream`)
    const next = async (...types: ConsoleMessage['type'][]) => {
      for (;;) {
        const message = (await stream.next())?.data as ConsoleMessage
        if (types.includes(message.type)) return message
      }
    }
    const state = await next('state')
    expect(state).toMatchObject({ type: 'state', state: { data: ':memory:', connections: [] } })
    expect(state.type === 'state' && state.state.environments[0]?.flags.map(({ key }) => key)).toContain('fleet-map')
    const history = await next('history')
    expect(history).toMatchObject({
      type: 'history',
      totals: { stored: 1, known: 0 },
      events: [{ event: { id: uuidOf('first') } }],
    })

    await deliver('second', 'first')
    expect(await next('arrived')).toMatchObject({
      type: 'arrived',
      totals: { stored: 2, known: 1 },
      events: [{ event: { id: uuidOf('second') }, app: { name: 'Rental Desk' } }],
    })

    const flags = await readEventStream(`${services.url}/eval/${ENVIRONMENT}/${encoded(DANA)}`)
    expect(await next('state')).toMatchObject({ type: 'state', state: { connections: [{ contextKey: DANA.key }] } })
    flags.close()
    expect(await next('state')).toMatchObject({ type: 'state', state: { connections: [] } })

    await writeFile(services.usersFile, '[')
    expect(await next('state')).toMatchObject({
      type: 'state',
      state: { usersFile: { problems: [expect.any(String)] } },
    })
    stream.close()
  })

  async function deliver(...ids: string[]): Promise<void> {
    const events = ids.map((id) => ({
      id: uuidOf(id),
      name: 'Quote sent',
      at: 1,
      url: '',
      properties: {},
      identity: {},
    }))
    await fetch(`${services.url}/collect`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ app: { name: 'Rental Desk' }, events }),
    })
  }
})
