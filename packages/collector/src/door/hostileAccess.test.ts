import { describe, expect, it } from 'vitest'
import { memoryStore } from '../testing/memoryStore.ts'
import { ADMIN, KEY, NOW, openDoor, ORIGIN, wireBatch, wireEvent } from '../testing/hostileDoor.ts'

const batch = wireBatch([wireEvent(1)])

describe('write keys', () => {
  it.each([
    ['none', ''],
    ['nothing behind the scheme', 'Bearer'],
    ['an empty one', 'Bearer '],
    ['another scheme', `Basic ${KEY}`],
    ['no scheme', KEY],
    ['another one', 'Bearer another'],
    ['the start of one', `Bearer ${KEY.slice(0, -1)}`],
    ['one with more behind it', `Bearer ${KEY}x`],
    ['one in capitals', `Bearer ${KEY.toUpperCase()}`],
    ['two', `Bearer ${KEY}, Bearer ${KEY}`],
    ['a list', `Bearer ${KEY},another`],
    ['the token of the administrator', `Bearer ${ADMIN}`],
    ['undefined', 'Bearer undefined'],
    ['the name of something that every object has', 'Bearer __proto__'],
    ['a constructor', 'Bearer constructor'],
    ['a method', 'Bearer toString'],
    ['a long one', `Bearer ${'k'.repeat(100_000)}`],
  ])('are answered with 401 and always the same text when they are wrong: %s', async (_, authorization) => {
    const door = openDoor()
    const answer = await door.post(batch, { authorization })
    expect(answer.status).toBe(401)
    const other = await door.post(batch, { authorization: 'Bearer some-other-key' })
    expect(await answer.text()).toBe(await other.text())
    expect(door.given).toEqual([])
  })

  it('are not taken from the address', async () => {
    const door = openDoor()
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(batch) }
    for (const query of [`key=${KEY}`, `access_token=${KEY}`, `authorization=Bearer ${KEY}`]) {
      expect((await door.fetch(`/collect?${query}`, init)).status).toBe(401)
    }
  })

  it('are asked for before the body is read', async () => {
    const door = openDoor()
    let pulled = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 1
        controller.enqueue(new Uint8Array(65_536))
      },
    })
    expect((await door.post(body, { authorization: 'Bearer another' })).status).toBe(401)
    expect(pulled).toBeLessThan(5)
  })

  it('are for the events of their application', async () => {
    const door = openDoor()
    for (const app of [
      { name: 'Invoices', platform: 'web' },
      { name: 'quotes', platform: 'web' },
    ]) {
      const { status } = await door.post({ ...batch, app })
      expect([401, 403]).toContain(status)
    }
    expect(door.given).toEqual([])
    expect((await door.post(batch)).status).toBe(202)
  })
})

describe('methods and paths', () => {
  it.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'])('take no events with %s', async (method) => {
    const door = openDoor()
    const body = ['GET', 'HEAD'].includes(method) ? {} : { body: JSON.stringify(batch) }
    const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json', origin: ORIGIN }
    const answer = await door.fetch('/collect', { method, headers, ...body })
    expect([404, 405]).toContain(answer.status)
    expect(door.given).toEqual([])
  })

  it.each([
    '/',
    '/collect/',
    '//collect',
    '/COLLECT',
    '/collect%00',
    '/collect%2f',
    '/collect/..%2fevents',
    '/%ff',
    '/%',
    '/x',
  ])('are no fault of the collector: %s', async (path) => {
    const door = openDoor()
    const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json', origin: ORIGIN }
    const answer = await door.fetch(path, { method: 'POST', headers, body: JSON.stringify(batch) })
    expect(answer.status).toBeLessThan(500)
    expect(await answer.text()).not.toMatch(/^\s*</)
  })
})

describe('the routes of the administrator', () => {
  const person = encodeURIComponent('u-1')
  const routes = [
    ['GET', '/loss'],
    ['GET', '/events'],
    ['GET', `/people/${person}/export`],
    ['GET', '/people/nobody/export'],
    ['DELETE', `/people/${person}`],
    ['DELETE', '/people/nobody'],
  ] as const

  it.each([
    '',
    'Bearer',
    'Bearer ',
    `Bearer ${KEY}`,
    `Bearer ${ADMIN}x`,
    `Bearer ${ADMIN.slice(1)}`,
    `Basic ${ADMIN}`,
    ADMIN,
  ])('are answered with 401 and always the same text without the token: `%s`', async (authorization) => {
    const door = openDoor()
    await door.post(batch)
    const texts = new Set<string>()
    for (const [method, path] of routes) {
      const headers: Record<string, string> = authorization === '' ? {} : { authorization }
      const answer = await door.fetch(path, { method, headers })
      expect([path, answer.status]).toEqual([path, 401])
      texts.add(await answer.text())
      expect((await door.fetch(`${path}?token=${ADMIN}`, { method, headers })).status).toBe(401)
    }
    expect(texts.size).toBe(1)
    expect(await door.store.count()).toBe(1)
    expect(await door.store.erasures()).toEqual([])
  })

  it.each(['', 'Bearer', 'Bearer ', 'Bearer undefined', 'Bearer null', `Bearer ${ADMIN}`])(
    'are open to nobody when there is no token: `%s`',
    async (authorization) => {
      for (const door of [openDoor({ hasAdmin: false }), openDoor({ adminToken: '' })]) {
        for (const [method, path] of routes) {
          const answer = await door.fetch(path, { method, headers: authorization === '' ? {} : { authorization } })
          expect([401, 404]).toContain(answer.status)
        }
      }
    },
  )

  it('are open with the token, for whatever id', async () => {
    const door = openDoor()
    const headers = { authorization: `Bearer ${ADMIN}` }
    expect((await door.fetch('/loss', { headers })).status).toBe(200)
    expect((await door.fetch('/events', { headers })).status).toBe(200)
    for (const id of ["o'brien", 'a/b', '../..', '__proto__', '%', '\u0000', '👩', ' ', 'x'.repeat(5_000)]) {
      const answer = await door.fetch(`/people/${encodeURIComponent(id)}/export`, { headers })
      expect(answer.status).toBeLessThan(500)
      await answer.text()
    }
    for (const path of [
      '/people/%/export',
      '/people/%e0%a4%a/export',
      '/people/%ff/export',
      '/people//export',
      '/people/',
    ]) {
      expect((await door.fetch(path, { headers })).status).toBeLessThan(500)
    }
    for (const query of ['limit=-1', 'limit=1e9', 'limit=x', 'before=x', 'after=x', 'cursor=%00', 'limit=1&limit=2']) {
      expect((await door.fetch(`/events?${query}`, { headers })).status).toBeLessThan(500)
    }
  })
})

describe('an order to delete', () => {
  const headers = { authorization: `Bearer ${ADMIN}` }

  it('answers up to when, and without a time when it also covers what happens later', async () => {
    const door = openDoor()
    const until = await door.fetch('/people/u-1', { method: 'DELETE', headers })
    expect([until.status, await until.json()]).toMatchObject([202, { kind: 'person', before: NOW, status: 'running' }])
    const later = await door.fetch('/people/u-1?later=true', { method: 'DELETE', headers })
    expect(await later.json()).not.toHaveProperty('before')
    for (const query of ['later=yes', 'later=', 'later=1', 'later=TRUE'])
      expect((await door.fetch(`/people/u-1?${query}`, { method: 'DELETE', headers })).status).toBe(400)
    const { erasures } = (await (await door.fetch('/erasures', { headers })).json()) as { erasures: readonly object[] }
    expect(erasures.map((each) => 'before' in each)).toEqual([false, true])
  })
})

describe('an export', () => {
  const headers = { authorization: `Bearer ${ADMIN}` }
  const secret = 'row of ada@example.com'
  const failing = (after: number) => ({
    ...memoryStore(),
    async *about() {
      for (let page = 0; page < after; page += 1) yield []
      throw Object.assign(new Error(secret), { code: '53200', detail: secret })
    },
  })

  it('is answered with 500 when nothing can be read', async () => {
    const door = openDoor({ sink: failing(0) })
    const answer = await door.fetch('/people/u-1/export', { headers })
    expect([answer.status, JSON.stringify(await answer.json())]).toEqual([500, expect.not.stringContaining('ada')])
    expect(door.lines.join()).toContain('53200')
    expect(door.lines.join()).not.toContain('ada')
  })

  it('is cut when the rest cannot be read, and the log says so without data', async () => {
    const door = openDoor({ sink: failing(2) })
    const answer = await door.fetch('/people/u-1/export', { headers })
    expect(answer.status).toBe(200)
    const error: unknown = await answer.text().catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(Error)
    expect(String(error)).not.toContain('ada')
    expect(door.lines.join()).toContain('An export was cut')
    expect(door.lines.join()).toContain('53200')
    expect(door.lines.join()).not.toContain('ada')
  })
})
