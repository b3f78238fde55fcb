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
