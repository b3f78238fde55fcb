import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENVIRONMENT } from '../testing/people.ts'
import { startForTest, type ServicesForTest } from '../testing/startForTest.ts'

let services: ServicesForTest
beforeAll(async () => void (services = await startForTest()))
afterAll(() => services.close())

/** `fetch` does not allow setting the Host header. */
function statusOf(path: string, headers: Record<string, string>, { url } = services): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(url + path, { headers }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    asked.on('error', reject)
    asked.end()
  })
}

const PATHS = [
  '/',
  '/local/users',
  '/console/stream',
  `/sdk/goals/${ENVIRONMENT}`,
  '/api/production/project/1/who-am-i',
]

describe('the guard', () => {
  test.each(PATHS)('refuses %s with a Host that is not this machine', async (path) => {
    for (const host of ['rebound.example', `rebound.example:${services.port}`, '127.0.0.1.example', '192.168.1.7'])
      expect(await statusOf(path, { host })).toBe(403)
  })

  test('answers with each Host of this machine, with and without a port', async () => {
    for (const name of ['127.0.0.1', 'localhost', 'LOCALHOST', '[::1]'])
      for (const host of [name, `${name}:${services.port}`]) expect(await statusOf('/local/users', { host })).toBe(200)
  })

  test.each(PATHS)('refuses %s to a page of another site', async (path) => {
    for (const origin of ['https://example.org', 'http://127.0.0.1.example', 'http://localhost.example:80', 'null'])
      expect(await statusOf(path, { origin })).toBe(403)
  })

  describe('of services that listen on all addresses of the machine', () => {
    let open: ServicesForTest
    beforeAll(async () => void (open = await startForTest({ host: '0.0.0.0' })))
    afterAll(() => open.close())

    const statusOfOpen = (path: string, headers: Record<string, string>) => statusOf(path, headers, open)

    test.each(PATHS)(
      'refuses %s to a page of another address, whichever address of the machine it uses',
      async (path) => {
        const elsewhere = ['http://203.0.113.5', 'https://8.8.8.8', 'http://[2001:db8::1]', 'http://192.168.1.8:5173']
        for (const host of ['127.0.0.1', '192.168.1.7:4801', '[fd00::7]:4801'])
          for (const origin of elsewhere) expect(await statusOfOpen(path, { host, origin })).toBe(403)
      },
    )

    test('answers a page at the same address, on any port, and a page of this machine', async () => {
      for (const [host, origin] of [
        ['192.168.1.7:4801', 'http://192.168.1.7:5173'],
        ['192.168.1.7', 'https://192.168.1.7'],
        ['[fd00::7]:4801', 'http://[fd00::7]:5173'],
        ['192.168.1.7:4801', 'http://localhost:5173'],
        ['127.0.0.1', 'http://127.0.0.1:5173'],
      ] as const)
        expect(await statusOfOpen('/local/users', { host, origin })).toBe(200)
    })

    test('refuses a host name, because another site can make it resolve to this machine', async () => {
      const host = 'rebound.example'
      expect(await statusOfOpen('/local/users', { host })).toBe(403)
      expect(await statusOfOpen('/local/users', { host, origin: `http://${host}` })).toBe(403)
    })
  })

  test('answers an unknown path with 404 and JSON', async () => {
    const answer = await fetch(`${services.url}/nothing`)
    expect(answer.status).toBe(404)
    expect(await answer.json()).toEqual({ message: 'There is nothing at GET /nothing.' })
  })

  test('lets a page read that a path is unknown', async () => {
    const origin = 'http://localhost:5173'
    const asked = { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' }
    const preflight = await fetch(`${services.url}/colect`, { method: 'OPTIONS', headers: asked })
    expect(preflight.ok).toBe(true)
    expect(preflight.headers.get('access-control-allow-headers')).toBe('content-type')
    const answer = await fetch(`${services.url}/colect`, { method: 'POST', headers: { origin }, body: '{}' })
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([404, origin])
  })
})
