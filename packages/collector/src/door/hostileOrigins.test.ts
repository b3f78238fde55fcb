import { describe, expect, it } from 'vitest'
import { KEY, openDoor, ORIGIN, wireBatch, wireEvent } from '../testing/hostileDoor.ts'

const batch = wireBatch([wireEvent(1)])

describe('origins', () => {
  const corsOf = (answer: Response): readonly (readonly [string, string])[] =>
    [...answer.headers].filter(([name]) => name.startsWith('access-control-'))

  it.each([
    'https://app.example.com.evil.com',
    'https://evilapp.example.com',
    'https://sub.app.example.com',
    'https://app-example.com',
    'https://appxexample.com',
    'https://example.com',
    'http://app.example.com',
    'https://app.example.com:8443',
    'https://app.example.com:443',
    'https://APP.example.com',
    'HTTPS://app.example.com',
    'https://app.example.com/',
    'https://app.example.com.',
    'https://app.example.com@evil.com',
    'https://evil.com#https://app.example.com',
    'https://app.example.com, https://evil.com',
    'https://app.example.com https://evil.com',
    'app.example.com',
    '//app.example.com',
    'null',
    'undefined',
    'file://',
    '*',
    '__proto__',
  ])('are answered with 403, and may read nothing, when they only look alike: %s', async (origin) => {
    const door = openDoor()
    const answer = await door.post(batch, { origin })
    expect(answer.status).toBe(403)
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    expect(door.given).toEqual([])
    const question = await door.fetch('/collect', {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
    })
    expect(question.headers.get('access-control-allow-origin')).toBeNull()
    expect(question.status).toBeLessThan(500)
  })

  it('are allowed for one key and not for another', async () => {
    const other = 'https://invoices.example.com'
    const door = openDoor({ origins: [], keys: { [KEY]: { origins: [ORIGIN] }, other: { origins: [other] } } })
    expect((await door.post(batch)).status).toBe(202)
    expect((await door.post(batch, { authorization: 'Bearer other', origin: other })).status).toBe(202)
    expect((await door.post(batch, { authorization: 'Bearer other' })).status).toBe(403)
    expect((await door.post(batch, { origin: other })).status).toBe(403)
    expect(door.given).toHaveLength(2)
  })

  it('are asked before the request, without a key', async () => {
    const answer = await openDoor().fetch('/collect', {
      method: 'OPTIONS',
      headers: {
        origin: ORIGIN,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-encoding,content-type',
      },
    })
    expect(answer.status).toBe(204)
    const headers = new Map(corsOf(answer))
    expect(headers.get('access-control-allow-origin')).toBe(ORIGIN)
    expect(headers.get('access-control-allow-methods')).toMatch(/\bPOST\b/)
    expect(headers.get('access-control-allow-headers')).toMatch(/content-type/i)
    expect(headers.get('access-control-allow-headers')).toMatch(/content-encoding/i)
    expect(headers.get('access-control-allow-headers')).toMatch(/authorization/i)
    expect(headers.has('access-control-allow-credentials')).toBe(false)
    expect(answer.headers.get('vary')).toMatch(/\borigin\b/i)
    expect(await answer.text()).toBe('')
  })

  it.each<[number, (door: ReturnType<typeof openDoor>) => Promise<Response>]>([
    [202, (door) => door.post(batch)],
    [400, (door) => door.post('{')],
    [401, (door) => door.post(batch, { authorization: 'Bearer another' })],
    [413, (door) => door.post(' '.repeat(10_000))],
    [415, (door) => door.post(batch, { 'content-type': 'text/plain' })],
  ])('may read the answer %s, and when to come again', async (status, ask) => {
    const answer = await ask(openDoor({ limits: { maxBytes: 5_000 } }))
    expect(answer.status).toBe(status)
    expect(answer.headers.get('access-control-allow-origin')).toBe(ORIGIN)
    expect(answer.headers.get('access-control-expose-headers')).toMatch(/retry-after/i)
    expect(answer.headers.has('access-control-allow-credentials')).toBe(false)
    expect(answer.headers.get('vary')).toMatch(/\borigin\b/i)
    expect(answer.headers.get('content-type') ?? 'application/json').toMatch(/^application\/json/)
  })
})
