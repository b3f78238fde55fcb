import { expect, test } from 'vitest'
import { flagsAdder } from '../store/sharedFlags.ts'
import { ROOM } from '../testing/room.ts'
import { type Arrival, readBatch } from './readBatch.ts'
import { redaction } from './redact.ts'

const idOf = (n: number) => `019ab2f4-6a3e-7cc3-98c4-00000000000${n}`
const event = (n: number, more: object) => ({
  ...{ id: idOf(n), name: 'a', at: 1, url: '', properties: { total: n, x1: 'own' }, identity: {} },
  ...more,
})

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
const flags = (count: number, value = 'gold') =>
  JSON.parse(
    `{"__proto__":{"a":1},${numbers(count)
      .map((n) => `"LDFF: ${n}":"${value}","x${n}":{"token":"t"}`)
      .join()}}`,
  ) as object
const details = (count: number) => Object.fromEntries(numbers(count).map((n) => [`${n}`, { property: `LDFF: ${n}` }]))

const batch = {
  app: { name: 'Quotes' },
  moments: [{ page: 'p-1', release: '7' }],
  flagSets: { many: flags(100), few: flags(2), huge: flags(3000), plain: flags(100, 'basic'), lost: flags(100) },
  flagDetails: { many: details(100), few: details(2), huge: details(3000), lost: details(101) },
  events: [
    event(1, { n: 1, moment: 0, flagSet: 'many' }),
    event(2, { flagSet: 'few' }),
    event(3, { flagSet: 'huge', moment: 0 }),
    event(4, { flagSet: 'plain', flags: { own: 1 } }),
    event(5, {}),
    event(6, { flagSet: 'many', properties: JSON.parse('{"__proto__":1,"token":2}') as object }),
    event(7, { flagSet: 'plain' }),
    event(8, { flagSet: 'many', properties: { 'LDFF: 1': 'own' } }),
    event(9, { flagSet: 'lost' }),
    event(0, { flagSet: 'constructor' }),
  ],
}

const read = (more: Partial<Arrival> = {}, body: object = batch) => {
  const result = readBatch(JSON.stringify(body), { ...ROOM, receivedAt: 5, engine: 'chromium', ...more })
  if (result.outcome !== 'ok') throw new Error('The batch is not valid.')
  return result
}

const wholeBodies = (result: ReturnType<typeof read>) => {
  const withFlags = flagsAdder()
  return result.batch.events.map(({ body, flags: shared }) => withFlags(body, shared?.json ?? null))
}

test('an event with flags that are kept once is read with the same text as one that has them in its body', () => {
  const [once, each] = [read({ sharesFlags: true }), read()]
  expect(wholeBodies(once)).toEqual(each.batch.events.map(({ body }) => body))
  expect(once.refused).toEqual(each.refused)
  const sharing = once.batch.events.filter((one) => one.flags !== undefined)
  expect(sharing.map(({ id }) => id)).toEqual([1, 6, 7].map(idOf))
  expect(each.batch.events.every((one) => !('flags' in one))).toBe(true)
})

test('flags that come once until they are written are the same, and count with each event', () => {
  const [late, once, each] = [read({ sharesFlags: 'until-written' }), read({ sharesFlags: true }), read()]
  expect(late.batch).toEqual(once.batch)
  expect(wholeBodies(late)).toEqual(each.batch.events.map(({ body }) => body))
  const countedIn = (more: Partial<Arrival>) => {
    const counted: number[] = []
    read({ ...more, takes: (bytes) => counted.push(bytes) > 0 })
    return counted
  }
  expect(countedIn({ sharesFlags: 'until-written' })).toEqual(countedIn({}))
  expect(countedIn({ sharesFlags: true })).not.toEqual(countedIn({}))
})

test('flags that are kept once lose the properties that are to be left out', () => {
  const taken = redaction({ names: /^token$|^LDFF: 5$/ })
  expect(wholeBodies(read({ sharesFlags: true, redaction: taken }))).toEqual(
    read({ redaction: taken }).batch.events.map(({ body }) => body),
  )
  expect(wholeBodies(read({ sharesFlags: true, redaction: taken })).join()).not.toContain('token')
})

test('a plan sees the properties of the application, and no flags', () => {
  const seen: object[] = []
  const plan = ({ properties }: { properties: object }) => void seen.push(properties)
  read({ sharesFlags: true, plan })
  read({ plan })
  const own = batch.events.slice(0, -1).map(({ properties }) => properties)
  expect(seen).toEqual([...own, ...own])
})

test('a visitor who has signed in is known, also from a set of flags', () => {
  const set = { many: { ...flags(100), visitor: 'v-1' } }
  const body = { ...batch, flagSets: set, events: [event(1, { kind: 'sign-in', flagSet: 'many' })] }
  expect(read({ sharesFlags: true }, body).batch.events[0]).toMatchObject({ visitor: 'v-1' })
})

test('flags that are kept once count once among the bytes of a batch', () => {
  const body = { ...batch, events: numbers(9).map((n) => event(n, { flagSet: 'many' })) }
  const room = { sharesFlags: true, maxStoredBytes: JSON.stringify(body).length + 100 }
  expect(read(room, body).batch.events).toHaveLength(9)
  expect(() => read({ ...room, sharesFlags: false }, body)).toThrow('not valid')
})
