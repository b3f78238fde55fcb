import { describe, expect, it } from 'vitest'
import { NOW, openDoor, wireBatch, wireEvent, wireId } from '../testing/hostileDoor.ts'

/** What is stored of a batch that was taken. */
const storedBodies = async (door: ReturnType<typeof openDoor>): Promise<readonly unknown[]> =>
  (await door.store.after(undefined, 1_000)).map(({ body }): unknown => JSON.parse(body))

describe('a batch with fields of another kind', () => {
  it.each<[string, object]>([
    ['null as application', { app: null }],
    ['a text as application', { app: 'Quotes' }],
    ['an array as application', { app: ['Quotes'] }],
    ['no events', { events: undefined }],
    ['null as events', { events: null }],
    ['an object as events', { events: { 0: wireEvent(1), length: 1 } }],
    ['a text as events', { events: 'events' }],
    ['an array as pages', { pages: [{ last: 1 }] }],
    ['a text as pages', { pages: 'page' }],
    ['a number as a page', { pages: { page: 1 } }],
    ['an array as flag sets', { flagSets: [{}] }],
    ['a text as moments', { moments: 'moments' }],
    ['a number as destination', { destination: 1 }],
  ])('is answered with 400: %s', async (_, fields) => {
    const door = openDoor()
    expect((await door.post(wireBatch([wireEvent(1)], fields))).status).toBe(400)
    expect(door.given).toEqual([])
  })

  // Its events are true all the same, and a page that is refused would keep them for ever.
  it.each<[string, object]>([
    ['no time', { sentAt: undefined }],
    ['a text as time', { sentAt: '2026-11-20' }],
    ['null as time', { sentAt: null }],
    ['a text as the last number', { pages: { page: { last: '3' } } }],
    ['words as numbers', { pages: { page: { filtered: 'all' } } }],
  ])('is taken without what is wrong about it: %s', async (_, fields) => {
    const door = openDoor()
    expect((await door.post(wireBatch([wireEvent(1)], fields))).status).toBe(202)
    expect(door.given.every(({ clockAheadMs }) => Number.isFinite(clockAheadMs))).toBe(true)
    expect(door.given.flatMap(({ pages }) => pages).flatMap(({ fates }) => fates)).toEqual([])
  })

  it('is taken when its time is too large for a number', async () => {
    const text = JSON.stringify(wireBatch([wireEvent(1)])).replace(`"sentAt":${NOW}`, '"sentAt":1e400')
    const door = openDoor()
    expect((await door.post(text)).status).toBe(202)
    expect(door.given).toMatchObject([{ clockAheadMs: 0 }])
  })

  it.each<[string, object]>([
    ['no application', { app: undefined }],
    ['an application without a name', { app: { platform: 'web' } }],
    ['an application with an empty name', { app: { name: '', platform: 'web' } }],
    ['a number as the name of the application', { app: { name: 1, platform: 'web' } }],
  ])('is of no application, for which the key is not: %s', async (_, fields) => {
    const door = openDoor()
    expect((await door.post(wireBatch([wireEvent(1)], fields))).status).toBe(403)
    expect(door.given).toEqual([])
  })

  it('is taken with numbers of pages that take no room, however large they are', async () => {
    const door = openDoor()
    const pages = { 'page-2': { last: 2_000_000_000, filtered: '1-2000000000,2000000000', 'a-new-fate': '1' } }
    expect((await door.post(wireBatch([], { pages }))).status).toBe(202)
    for (const filtered of ['9-1', '1-99999999999999999999999', '0', '1,,2', '-1', '1-', ' 1', '1-2-3', '1\n']) {
      expect([202, 400]).toContain((await door.post(wireBatch([], { pages: { page: { filtered } } }))).status)
    }
    const notes = door.given.flatMap((batch) => batch.pages).flatMap(({ fates }) => fates)
    expect(notes.filter(({ first, last }) => !Number.isSafeInteger(last) || first > last)).toEqual([])
  })
})

describe('an event with fields of another kind', () => {
  it.each<[string, unknown]>([
    ['null', null],
    ['a number', 1],
    ['a text', 'event'],
    ['an array', [wireId(1)]],
    ['an empty object', {}],
    ...['', 'x', wireId(1).slice(1), `${wireId(1)}\n`, ` ${wireId(1)}`, `{${wireId(1)}}`, `urn:uuid:${wireId(1)}`].map(
      (id): [string, unknown] => [`the id ${JSON.stringify(id)}`, wireEvent(1, { id })],
    ),
    ['an id without dashes', wireEvent(1, { id: wireId(1).replaceAll('-', '') })],
    ['an id with a letter that is no digit', wireEvent(1, { id: wireId(1).replace('a', 'g') })],
    ['an id with digits of another script', wireEvent(1, { id: wireId(1).replace('9', '\uff19') })],
    ['an id with a NUL', wireEvent(1, { id: wireId(1).replace('9', '\u0000') })],
    ['a number as id', wireEvent(1, { id: 19 })],
    ['an array as id', wireEvent(1, { id: [wireId(1)] })],
    ['no name', wireEvent(1, { name: undefined })],
    ['an empty name', wireEvent(1, { name: '' })],
    ['a name of spaces', wireEvent(1, { name: ' \t\n' })],
    ['an object as name', wireEvent(1, { name: {} })],
    ['no time', wireEvent(1, { at: undefined })],
    ['null as time', wireEvent(1, { at: null })],
    ['a text as time', wireEvent(1, { at: '1795228800000' })],
    ['an array as properties', wireEvent(1, { properties: [] })],
    ['null as properties', wireEvent(1, { properties: null })],
    ['a text as identity', wireEvent(1, { identity: 'u-1' })],
    ['an array as identity', wireEvent(1, { identity: ['u-1'] })],
    ['null as identity', wireEvent(1, { identity: null })],
    ['a number as person', wireEvent(1, { identity: { id: 1 } })],
    ['an object as person', wireEvent(1, { identity: { id: { $ne: '' } } })],
    ['an array as accounts', wireEvent(1, { identity: { id: 'u-1', accounts: [{ key: '1' }] } })],
    ['null as an account', wireEvent(1, { identity: { id: 'u-1', accounts: { company: null } } })],
    ['a number as the key of an account', wireEvent(1, { identity: { id: 'u-1', accounts: { company: { key: 1 } } } })],
  ])('is refused alone: %s', async (_, event) => {
    const door = openDoor()
    const answer = await door.post(wireBatch([wireEvent(2), event, wireEvent(3)]))
    expect(answer.status).toBe(422)
    const message = expect.stringContaining('Event 1 ')
    expect(await answer.json()).toEqual({ message, stored: 2, refused: [{ id: expect.any(String), message }] })
    expect(await door.store.count()).toBe(2)
    // The page halves the batch, and the others come again.
    const again = await door.post(wireBatch([wireEvent(2), wireEvent(3)]))
    expect([again.status, await again.json()]).toEqual([202, { accepted: 0, known: 2 }])
  })

  // The loss meter cannot count it, which is no reason to lose it.
  it.each<[string, unknown]>([
    ['the number 0', wireEvent(1, { n: 0 })],
    ['a negative number', wireEvent(1, { n: -1 })],
    ['a number with a fraction', wireEvent(1, { n: 1.5 })],
    ['a number that is not exact', wireEvent(1, { n: 2 ** 53 })],
    ['a text as number', wireEvent(1, { n: '1' })],
    ['a number as page', wireEvent(1, { page: 1 })],
  ])('is taken without its number: %s', async (_, event) => {
    const door = openDoor()
    expect((await door.post(wireBatch([event]))).status).toBe(202)
    expect(door.given.flatMap(({ events }) => events).filter(({ n }) => n !== undefined)).toEqual([])
    expect(await door.store.count()).toBe(1)
  })

  it.each(['1e400', '-1e400'])('is refused when its time is %s', async (at) => {
    const text = JSON.stringify(wireBatch([wireEvent(1)])).replace(`"at":${NOW - 1_000}`, `"at":${at}`)
    expect((await openDoor().post(text)).status).toBe(422)
  })

  it('is taken with fields of a later version, and with numbers that are large', async () => {
    const door = openDoor()
    const text = JSON.stringify(wireBatch([wireEvent(1, { later: { field: 1 } })])).replace(
      '"1440x900"',
      '"1440x900","large":1e400',
    )
    expect((await door.post(text)).status).toBe(202)
    expect(await storedBodies(door)).toMatchObject([{ id: wireId(1), later: { field: 1 } }])
  })

  it('is the same event in capitals', async () => {
    const door = openDoor()
    expect(await (await door.post(wireBatch([wireEvent(171, { id: wireId(171).toUpperCase() })]))).json()).toEqual({
      accepted: 1,
      known: 0,
    })
    expect(await (await door.post(wireBatch([wireEvent(171)]))).json()).toEqual({ accepted: 0, known: 1 })
    expect((await door.store.newest(1))[0]?.id).toBe(wireId(171))
  })

  it.each<[string, object, object]>([
    ['a set', { flagSet: 'unknown' }, { flagSets: {} }],
    ['a set, and there are none', { flagSet: 'unknown' }, {}],
    ['a set with the name of something else', { flagSet: '__proto__' }, { flagSets: {} }],
    ['a constructor', { flagSet: 'constructor' }, { flagSets: {} }],
    ['a moment', { moment: 9 }, { moments: [{ page: 'page-1' }] }],
    ['a negative moment', { moment: -1 }, { moments: [{ page: 'page-1' }] }],
    ['a moment between two', { moment: 0.5 }, { moments: [{ page: 'page-1' }] }],
    ['a moment with a name', { moment: 'length' }, { moments: [{ page: 'page-1' }] }],
    ['a moment, and there are none', { moment: 0 }, {}],
  ])('may name what the batch does not have, and gets nothing else instead: %s', async (_, fields, batch) => {
    const door = openDoor()
    const answer = await door.post(wireBatch([wireEvent(1, fields)], batch))
    expect([202, 422]).toContain(answer.status)
    const bodies = await storedBodies(door)
    expect(bodies).toHaveLength(answer.status === 202 ? 1 : 0)
    expect(JSON.stringify(bodies)).not.toMatch(/native code|"length":/)
  })

  const proto = '"__proto__":{"id":"admin","visitor":"admin","impersonator":"admin","polluted":true},'
  const plain = JSON.stringify(
    wireBatch([wireEvent(1, { identity: { accounts: { company: { key: '1' } } }, moment: 0, flagSet: 'set' })], {
      pages: { page: { last: 1 } },
      flagSets: { set: { 'LDFF: a': true } },
      moments: [{ page: 'page-1' }],
    }),
  )
  it.each([
    '{"app"',
    '{"name":"Quotes"',
    '{"id"',
    '{"screen_dimensions"',
    '{"accounts"',
    '{"key"',
    '{"LDFF: a"',
    '{"last"',
    '{"page":"page-1"}',
  ])('may have a field that is the prototype of others, and is nobody else by it: %s', async (start) => {
    const door = openDoor()
    const text = plain.replace(start, () => `{${proto}${start.slice(1)}`)
    expect(text).not.toBe(plain)
    expect([202, 400]).toContain((await door.post(text)).status)
    expect((await door.post(wireBatch([wireEvent(2)]))).status).toBe(202)
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
    const people = door.given
      .flatMap(({ events }) => events)
      .flatMap((each) => [each.person, each.visitor, each.impersonator])
    expect(people).not.toContain('admin')
  })

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'may name pages, sets and accounts %s',
    async (name) => {
      const door = openDoor()
      const text = plain
        .replaceAll(/"(page|set|company)":(?=[{])/g, () => `"${name}":`)
        .replace('"flagSet":"set"', `"flagSet":"${name}"`)
      expect((await door.post(text)).status).toBe(202)
      expect(door.given[0]?.events[0]?.accounts).toEqual([[name, '1']])
      expect(door.given[0]?.pages.map(({ page }) => page)).toEqual([name])
    },
  )
})
