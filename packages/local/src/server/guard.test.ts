import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENVIRONMENT } from '../testing/people.ts'
import { startForTest, type ServicesForTest } from '../testing/startForTest.ts'

let services: ServicesForTest
beforeAll(async () => void (services = await startForTest()))
afterAll(() => services.close())

/** As `fetch` does not let the Host header be chosen. */
function statusOf(path: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(services.url + path, { headers }, (answer) => {
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
  test.each(PATHS)('refuses %s under a name that is not this machine’s', async (path) => {
    for (const host of ['rebound.example', `rebound.example:${services.port}`, '127.0.0.1.example', '192.168.1.7'])
      expect(await statusOf(path, { host })).toBe(403)
  })

  test('answers under each name of this machine, with and without a port', async () => {
    for (const name of ['127.0.0.1', 'localhost', 'LOCALHOST', '[::1]'])
      for (const host of [name, `${name}:${services.port}`]) expect(await statusOf('/local/users', { host })).toBe(200)
  })

  test.each(PATHS)('refuses %s to a page from elsewhere', async (path) => {
    for (const origin of ['https://example.org', 'http://127.0.0.1.example', 'http://localhost.example:80', 'null'])
      expect(await statusOf(path, { origin })).toBe(403)
  })

  test('says in JSON that there is nothing at a path', async () => {
    const answer = await fetch(`${services.url}/nothing`)
    expect(answer.status).toBe(404)
    expect(await answer.json()).toEqual({ message: 'There is nothing at GET /nothing.' })
  })
})
