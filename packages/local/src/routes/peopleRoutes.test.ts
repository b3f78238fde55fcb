import { readFile, rm, writeFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { consoleOf } from '../testing/consoleOf.ts'
import { eachWithConsole, it, services } from '../testing/eachWithConsole.ts'
import { DANA, DANA_TOKEN } from '../testing/people.ts'
import { startForTest } from '../testing/startForTest.ts'
import type { LocalUser } from '../users/usersFile.ts'

eachWithConsole()

const MARCUS = 'ironline-rentals:58'
const MARCUS_TOKEN = '72c6e1d9-38f4-4ab0-8e65-a0d3f9b4c706'
const PAGE = 'http://127.0.0.1:4800'
const at = (id: string, more = '') => `/console/people/${encodeURIComponent(id)}${more}`
const users = async () => JSON.parse(await readFile(services.usersFile, 'utf8')) as LocalUser[]

async function whoAmI(token: string): Promise<{ status: number; identity: Record<string, unknown> }> {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${services.url}/api/production/project/1/who-am-i`, { headers })
  return { status: answer.status, identity: (await answer.json()) as Record<string, unknown> }
}

describe('a user in users.json', () => {
  test('is edited, and who-am-i returns the new identity immediately', async () => {
    const [dana] = await users()
    const identity = { ...dana?.identity, company_name: 'Northern Stone' }
    expect(await it.command('PUT', at(DANA.key), identity)).toMatchObject({ status: 200, body: { user: { identity } } })
    expect((await whoAmI(DANA_TOKEN)).identity['company_name']).toBe('Northern Stone')
    expect((await users())[0]).toEqual({ ...dana, identity })
  })

  test.each([
    [{}, 'unique_identity'],
    [{ unique_identity: ' ' }, 'unique_identity'],
    [{ unique_identity: 'a', user_name: 1 }, 'user_name'],
    [{ unique_identity: 'a', email_address: 'nobody' }, 'email_address'],
    [{ unique_identity: 'a', cached: 'yes' }, 'cached'],
    [{ unique_identity: 'a', user_created_at: 'long ago' }, 'user_created_at'],
    [[], ''],
  ])('cannot be changed to %j', async (identity, path) => {
    expect(await it.command('PUT', at(DANA.key), identity)).toMatchObject({
      status: 400,
      body: { problems: [{ path }] },
    })
  })

  test('is not overwritten by an edit that is based on outdated content', async () => {
    const [dana] = await users()
    const before = dana?.identity
    const put = (more: object) => it.command('PUT', at(DANA.key), { identity: { ...before, ...more }, before })
    expect((await put({ company_name: 'Northern Stone' })).status).toBe(200)
    expect(await put({ first_name: 'Dana' })).toMatchObject({
      status: 409,
      body: {
        message: 'This person was changed elsewhere while you were editing.',
        current: { ...before, company_name: 'Northern Stone' },
      },
    })
    expect((await users())[0]?.identity).toEqual({ ...before, company_name: 'Northern Stone' })
  })

  test('is added and edited without a change to any other line', async () => {
    const text = '[\n  { "token": "a", "identity": { "unique_identity": "u:1" } }\n]\n'
    await writeFile(services.usersFile, text)
    await it.command('PUT', at('u:1'), { unique_identity: 'u:1', first_name: 'Ada' })
    await it.command('POST', '/console/people', { unique_identity: 'u:2' })
    const [, first, second] = (await readFile(services.usersFile, 'utf8')).split('\n')
    expect(first).toBe('  { "token": "a", "identity": { "unique_identity": "u:1", "first_name": "Ada" } },')
    expect(second).toMatch(/^ {2}\{ "token": "[\w-]+", "identity": \{ "unique_identity": "u:2" \} \}$/)
  })

  test('is kept, with an error, if the file was removed', async () => {
    await rm(services.usersFile)
    for (const [method, path] of [
      ['PUT', at('new:1')],
      ['POST', '/console/people'],
      ['DELETE', at(DANA.key)],
    ] as const)
      expect(await it.command(method, path, { unique_identity: 'new:1' })).toMatchObject({
        status: 500,
        body: { message: expect.stringMatching(/^Nothing was changed: ENOENT.*users\.json/) as string },
      })
    expect(services.logged.filter((line) => line.includes('failed'))).toEqual([])
  })

  test('cannot get another user’s identity, and an unknown user cannot be edited', async () => {
    const [dana] = await users()
    expect((await it.command('PUT', at(DANA.key), { ...dana?.identity, unique_identity: MARCUS })).status).toBe(409)
    expect((await it.command('PUT', at('nobody'), dana?.identity)).status).toBe(404)
    expect((await it.command('PUT', at(DANA.key), dana?.identity, PAGE)).status).toBe(403)
  })

  test('is added with a token that works, and removed', async () => {
    const added = await it.command('POST', '/console/people', { unique_identity: 'new:1' })
    const { user } = added.body as { user: LocalUser }
    expect([added.status, user.token.length]).toEqual([201, 36])
    expect(await whoAmI(user.token)).toMatchObject({ status: 200, identity: { unique_identity: 'new:1' } })
    expect((await it.command('POST', '/console/people', { unique_identity: 'new:1' })).status).toBe(409)
    expect((await it.command('DELETE', at('new:1'))).status).toBe(200)
    expect((await whoAmI(user.token)).status).toBe(401)
    expect((await it.command('DELETE', at('new:1'))).status).toBe(404)
  })
})

describe('impersonation', () => {
  test('from the console returns a token of the customer, with the impersonator', async () => {
    const { body } = await it.command('POST', at(DANA.key, '/impersonate'), { by: 'marcus.webb@ironline.example' })
    const { token } = body as { token: string }
    expect(token).toHaveLength(36)
    expect(await whoAmI(token)).toMatchObject({
      status: 200,
      identity: { unique_identity: DANA.key, mimic_user: 'marcus.webb@ironline.example' },
    })
    expect((await whoAmI(token.replace(/.$/, 'g'))).status).toBe(401)
  })

  test('returns the same token after a restart', async () => {
    const ask = async (url: string) => {
      const other = await consoleOf(url)
      const { body } = await other.command('POST', at(DANA.key, '/impersonate'), { by: MARCUS })
      other.close()
      return body
    }
    const again = await startForTest()
    expect(await ask(again.url)).toEqual(await ask(services.url))
    await again.close()
  })

  test('from an application determines the impersonator by the token', async () => {
    const ask = async (token: string, id: unknown) => {
      const headers = { origin: PAGE, authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const body = JSON.stringify({ id })
      const answer = await fetch(`${services.url}/local/impersonate`, { method: 'POST', headers, body })
      expect(answer.headers.get('access-control-allow-origin')).toBe(PAGE)
      return { status: answer.status, body: (await answer.json()) as { token: string } }
    }
    const asked = await ask(MARCUS_TOKEN, DANA.key)
    expect(asked.status).toBe(200)
    expect((await whoAmI(asked.body.token)).identity['mimic_user']).toBe('marcus.webb@ironline.example')
    expect((await ask('0'.repeat(36), DANA.key)).status).toBe(401)
    expect((await ask(MARCUS_TOKEN, 'nobody')).status).toBe(404)
    expect((await ask(MARCUS_TOKEN, MARCUS)).status).toBe(400)
    expect((await ask(asked.body.token, MARCUS)).status).toBe(400)
  })

  test('is refused for an unknown customer, for an unknown impersonator, and to other pages', async () => {
    expect((await it.command('POST', at('nobody', '/impersonate'), { by: MARCUS })).status).toBe(404)
    expect((await it.command('POST', at(DANA.key, '/impersonate'), { by: 'nobody' })).status).toBe(404)
    expect((await it.command('POST', at(DANA.key, '/impersonate'), { by: MARCUS }, PAGE)).status).toBe(403)
  })
})
