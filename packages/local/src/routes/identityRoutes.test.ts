import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeFile } from 'node:fs/promises'
import { DANA_TOKEN, PRIYA_TOKEN } from '../testing/people.ts'
import { startForTest, type ServicesForTest } from '../testing/startForTest.ts'

let services: ServicesForTest
beforeAll(async () => void (services = await startForTest()))
afterAll(() => services.close())

function whoAmI(headers: Record<string, string>, level = 'production') {
  return fetch(`${services.url}/api/${level}/project/1234/who-am-i`, { headers })
}

describe('who-am-i', () => {
  test.each(['production', 'staging', 'sandbox'])('answers with the identity of a token at %s', async (level) => {
    const answer = await whoAmI({ Authorization: `Bearer ${DANA_TOKEN}`, 'Authorization-App-Platform': 'web' }, level)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.json()).toMatchObject({
      unique_identity: 'stonebridge-civil:1042',
      user_name: 'Dana Whitfield',
      company_timezone: 'America/Chicago',
    })
  })

  test('answers an application that has no analytics projects', async () => {
    const headers = { Authorization: `Bearer ${DANA_TOKEN}`, 'Authorization-App-Platform': 'web' }
    const answer = await fetch(`${services.url}/api/sandbox/who-am-i`, { headers })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.json()).toMatchObject({ user_name: 'Dana Whitfield' })
    expect((await fetch(`${services.url}/api/nowhere/who-am-i`, { headers })).status).toBe(404)
  })

  test('names the impersonator of an impersonated user', async () => {
    const answer = await whoAmI({ Authorization: `Bearer ${PRIYA_TOKEN}` })
    expect(await answer.json()).toMatchObject({ user_name: 'Priya Raman', mimic_user: 'marcus.webb@ironline.example' })
  })

  test.each([
    ['a request without a header', {}, 'There is no bearer token in the Authorization header.'],
    [
      'another scheme',
      { Authorization: `Basic ${DANA_TOKEN}` },
      'There is no bearer token in the Authorization header.',
    ],
    ['an unknown token', { Authorization: 'Bearer 00000000-0000-4000-8000-000000000000' }, 'The token is unknown.'],
    [
      'a long token without an identity token',
      { Authorization: 'Bearer header.payload.signature' },
      'A token that is not 36 characters long needs an IdToken header.',
    ],
    [
      'a long token with an unknown identity token',
      { Authorization: 'Bearer a.b.c', IdToken: 'd.e.f' },
      'The token is unknown.',
    ],
  ])('answers 401 with the reason to %s', async (_who, headers, message) => {
    const answer = await whoAmI(headers)
    expect(answer.status).toBe(401)
    expect(await answer.json()).toEqual({ message })
  })

  test('answers 404 for a level that does not exist', async () => {
    expect((await whoAmI({ Authorization: `Bearer ${DANA_TOKEN}` }, 'nightly')).status).toBe(404)
  })

  test('allows a local page to send its headers', async () => {
    const answer = await fetch(`${services.url}/api/production/project/1234/who-am-i`, {
      method: 'OPTIONS',
      headers: {
        Origin: 'http://127.0.0.1:4800',
        'Access-Control-Request-Method': 'GET',
        'Access-Control-Request-Headers': 'authorization,idtoken,authorization-app-platform,x-xsrf-token',
      },
    })
    expect(answer.status).toBe(204)
    expect(answer.headers.get('access-control-allow-origin')).toBe('http://127.0.0.1:4800')
    expect(answer.headers.get('access-control-allow-headers')).toBe(
      'Authorization,IdToken,Authorization-App-Platform,X-XSRF-TOKEN',
    )
  })
})

describe('the list of sample users', () => {
  test('has every user who can be signed in', async () => {
    const answer = await fetch(`${services.url}/local/users`, { headers: { Origin: 'http://localhost:4800' } })
    expect(answer.headers.get('access-control-allow-origin')).toBe('http://localhost:4800')
    const users = (await answer.json()) as { token: string }[]
    expect(users.length).toBeGreaterThanOrEqual(5)
    for (const { token } of users) expect(token).toHaveLength(36)
  })

  test('follows changes of users.json', async () => {
    const token = '11111111-2222-4333-8444-555555555555'
    await writeFile(
      services.usersFile,
      JSON.stringify([{ token, level: 'staging', identity: { unique_identity: 'new' } }]),
    )
    await expect.poll(async () => (await whoAmI({ Authorization: `Bearer ${token}` }, 'staging')).status).toBe(200)
    const elsewhere = await whoAmI({ Authorization: `Bearer ${token}` }, 'production')
    expect(await elsewhere.json()).toEqual({ message: 'The token is not valid for production.' })
  })
})
