import { expect, test } from 'vitest'
import { readBatch } from './readBatch.ts'
import { ROOM } from '../testing/room.ts'

const idOf = (n: number) => `019ab2f4-6a3e-7cc3-98c4-00000000000${n}`
const event = (n: number, more: object) => ({
  ...{ id: idOf(n), name: 'a', at: 1, url: '', properties: {}, identity: {} },
  ...more,
})

const read = (body: object) => readBatch(JSON.stringify(body), { ...ROOM, receivedAt: 5, engine: 'chromium' })

/** What is stored of the events of a body, which has to be valid. */
function storedOf(body: object): readonly unknown[] {
  const result = read(body)
  expect(result).toMatchObject({ outcome: 'ok', refused: [] })
  return result.outcome === 'ok' ? result.batch.events.map((one) => JSON.parse(one.body)) : []
}

test('an event in a batch gets the flags of the set that it references', () => {
  const flagSets = { 'set-1': { 'LDFF: plan': 'gold' }, 'set-2': { 'LDFF: plan': 'basic' } }
  const events = [
    event(1, { flagSet: 'set-1', properties: { total: 1 } }),
    event(2, { flagSet: 'set-2' }),
    event(3, { properties: { total: 3 } }),
  ]
  expect(storedOf({ events, flagSets })).toEqual([
    event(1, { properties: { total: 1, 'LDFF: plan': 'gold' } }),
    event(2, { properties: { 'LDFF: plan': 'basic' } }),
    event(3, { properties: { total: 3 } }),
  ])
})

test('an event in a batch gets the page and the moment at its place, and how its flags came to their values', () => {
  const moments = [{ page: 'p-1' }, { page: 'p-2', release: '7', view: { pattern: '/quotes/:id' } }]
  const details = { pricing: { property: 'LDFF: pricing', variation: 1, version: 12 } }
  const batch = { moments, flagSets: { s: { 'LDFF: pricing': 'b' } }, flagDetails: { s: details } }
  const events = [
    event(1, { n: 1, moment: 0 }),
    event(2, { n: 4, moment: 1, flagSet: 's' }),
    event(3, { n: 5, page: 'p-3', moment: { release: '8' } }),
    event(4, {}),
  ]
  expect(storedOf({ events, ...batch })).toEqual([
    event(1, { n: 1, page: 'p-1' }),
    event(2, {
      ...{ n: 4, page: 'p-2', moment: { release: '7', view: { pattern: '/quotes/:id' } } },
      properties: { 'LDFF: pricing': 'b' },
      flags: details,
    }),
    event(3, { n: 5, page: 'p-3', moment: { release: '8' } }),
    event(4, {}),
  ])
})

test.each([
  ['in its moments', { moments: [{}, { release: '7' }], events: [event(1, { moment: 1 })] }, '7'],
  ['in a moment of an event', { events: [event(1, {}), event(2, { moment: { release: '8' } })] }, '8'],
  ['nowhere', { moments: [{}], events: [event(1, { moment: 0 })] }, ''],
])('a batch has the release that is %s', (_, body, release) => {
  expect(read(body)).toMatchObject({ outcome: 'ok', batch: { release } })
})

test.each([
  ['a place that has no moment', 1],
  ['a place that is no whole number', 0.5],
  ['a negative place', -1],
])('an event with %s is refused, and the others of its batch are not', (_, moment) => {
  expect(read({ moments: [{}], events: [event(1, {}), event(2, { moment })] })).toMatchObject({
    outcome: 'ok',
    batch: { events: [{ id: idOf(1) }] },
    refused: [{ id: idOf(2), message: 'Event 1 references a "moment" that is not in "moments".' }],
  })
})

test.each([
  ['moments that are no list', { moments: {}, events: [] }, '"moments" must be a list of objects.'],
  ['moments that are no objects', { moments: [null], events: [] }, '"moments" must be a list of objects.'],
  ['details that are no objects', { flagDetails: { s: 5 }, events: [] }, '"flagDetails" must be an object of objects.'],
])('a batch with %s is refused', (_, body, message) => {
  expect(read(body)).toEqual({ outcome: 'invalid', status: 400, message })
})
