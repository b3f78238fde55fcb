import { expect, test } from 'vitest'
import { FAULT_ROUTES, type FaultKind, type FaultRoute } from '../../../src/faults/fault.ts'
import { FAULT_CHOICES } from './faultChoices.ts'
import { expectationOf } from './faultExpectations.ts'

test.each<[FaultRoute, FaultKind | undefined, string]>([
  ['collect', undefined, 'Stores the events.'],
  ['collect', { type: 'latency', ms: 7 }, 'Events arrive later. None is lost.'],
  ['collect', { type: 'status', status: 503 }, 'Events wait in the browser.'],
  ['collect', { type: 'truncated' }, 'It sends them again, and the copies are discarded.'],
  ['who-am-i', { type: 'status', status: 401 }, 'Pages forget their user.'],
  ['who-am-i', { type: 'status', status: 503 }, 'Their events wait, or arrive without a user.'],
  ['flags', { type: 'truncated' }, 'Pages show the flags of the last visit'],
  ['flag-stream', { type: 'flood', perSecond: 200 }, 'stay usable'],
  ['collect', { type: 'flood', perSecond: 200 }, 'Stores the events. Only streams are flooded.'],
  ['ofrep', { type: 'flood', perSecond: 200 }, 'to fetch their flags again and again'],
  ['flag-stream', { type: 'latency', ms: 300 }, 'Open streams stay open. A stream that opens now begins later.'],
  ['flags', { type: 'reset' }, 'The flag stream has a fault of its own.'],
])('of %s with %j, the expectation is %j', (route, kind, text) => {
  expect(expectationOf(route, kind && { route, kind })).toContain(text)
})

test('each fault of each service has one, which is not that of a service that works', () => {
  for (const route of FAULT_ROUTES)
    for (const { kind } of FAULT_CHOICES)
      expect(expectationOf(route, { route, kind })).not.toBe(expectationOf(route, undefined))
})

test('each fault of a service with streams says whether open ones end', () => {
  for (const route of ['flag-stream', 'ofrep'] as const)
    for (const { kind } of FAULT_CHOICES)
      expect(expectationOf(route, { route, kind })).toMatch(
        kind.type === 'latency' ? /^Open streams stay open\./ : /^Open streams end\./,
      )
})
