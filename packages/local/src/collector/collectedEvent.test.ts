import { expect, test } from 'vitest'
import { readDelivery } from './collectedEvent.ts'

const event = (id: string, more: object) => ({ id, name: 'a', at: 1, url: '', properties: {}, identity: {}, ...more })

test('an event in a delivery gets the flags of the set that it references', () => {
  const flagSets = { 'set-1': { 'LDFF: plan': 'gold' }, 'set-2': { 'LDFF: plan': 'basic' } }
  const events = [
    event('1', { flagSet: 'set-1', properties: { total: 1 } }),
    event('2', { flagSet: 'set-2' }),
    event('3', { properties: { total: 3 } }),
  ]
  const read = readDelivery(JSON.stringify({ events, flagSets }))
  expect(read).toEqual({
    outcome: 'ok',
    value: {
      app: {},
      events: [
        event('1', { properties: { total: 1, 'LDFF: plan': 'gold' } }),
        event('2', { properties: { 'LDFF: plan': 'basic' } }),
        event('3', { properties: { total: 3 } }),
      ],
    },
  })
})

test('an event in a delivery gets the page and the moment at its place, and how its flags came to their values', () => {
  const moments = [{ page: 'p-1' }, { page: 'p-2', release: '7', view: { pattern: '/quotes/:id' } }]
  const details = { pricing: { property: 'LDFF: pricing', variation: 1, version: 12 } }
  const batch = { moments, flagSets: { s: { 'LDFF: pricing': 'b' } }, flagDetails: { s: details } }
  const events = [
    event('1', { n: 1, moment: 0 }),
    event('2', { n: 4, moment: 1, flagSet: 's' }),
    event('3', { n: 5, page: 'p-3', moment: { release: '8' } }),
    event('4', {}),
  ]
  expect(readDelivery(JSON.stringify({ events, ...batch }))).toEqual({
    outcome: 'ok',
    value: {
      app: {},
      events: [
        event('1', { n: 1, page: 'p-1' }),
        event('2', {
          ...{ n: 4, page: 'p-2', moment: { release: '7', view: { pattern: '/quotes/:id' } } },
          properties: { 'LDFF: pricing': 'b' },
          flags: details,
        }),
        event('3', { n: 5, page: 'p-3', moment: { release: '8' } }),
        event('4', {}),
      ],
    },
  })
})

test.each([
  ['a place that has no moment', { moments: [{}], events: [event('1', { moment: 1 })] }, 'references a "moment"'],
  [
    'a place that is no whole number',
    { moments: [{}], events: [event('1', { moment: 0.5 })] },
    'references a "moment"',
  ],
  ['a negative place', { moments: [{}], events: [event('1', { moment: -1 })] }, 'references a "moment"'],
  ['moments that are no list', { moments: {}, events: [] }, '"moments" must be a list of objects.'],
  ['moments that are no objects', { moments: [null], events: [] }, '"moments" must be a list of objects.'],
  ['details that are no objects', { flagDetails: { s: 5 }, events: [] }, '"flagDetails" must be an object of objects.'],
])('a delivery with %s is refused', (_, batch, problem) => {
  expect(readDelivery(JSON.stringify(batch))).toMatchObject({
    outcome: 'invalid',
    problems: [expect.stringContaining(problem)],
  })
})
