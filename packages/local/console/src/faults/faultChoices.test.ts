import { expect, test } from 'vitest'
import { FAULT_ROUTES, readFaults, type Fault } from '../../../src/faults/fault.ts'
import { choiceOf, effectOf, FAULT_CHOICES, faultText } from './faultChoices.ts'

test('the services accept every choice for every route', () => {
  const faults = FAULT_ROUTES.flatMap((route) => FAULT_CHOICES.map(({ kind }) => ({ route, kind })))
  expect(readFaults(faults)).toEqual({ outcome: 'ok', value: faults })
})

test('a fault is recognised as its choice, whatever the order of its fields', () => {
  const fault: Fault = { route: 'flags', kind: { spreadMs: 150, type: 'latency', ms: 300 } }
  expect(choiceOf(fault)?.name).toBe('responds 300 ms late')
  expect(choiceOf({ route: 'flags', kind: { type: 'status', status: 418 } })).toBeUndefined()
  expect(choiceOf(undefined)).toBeUndefined()
})

test.each<[Fault, string]>([
  [{ route: 'collect', kind: { type: 'status', status: 503 } }, 'collector responds with 503'],
  [{ route: 'collect', kind: { type: 'status', status: 500 }, times: 2 }, 'collector responds with 500 (2 more)'],
  [{ route: 'flags', kind: { type: 'latency', ms: 7 } }, 'flag polls responds 7 ms late'],
  [{ route: 'flag-stream', kind: { type: 'stall' } }, 'flag stream stops after the headers'],
  [{ route: 'flags', kind: { type: 'slow', bytesPerSecond: 9 } }, 'flag polls sends 9 bytes per second'],
])('faultText formats %j as %j', (fault, text) => {
  expect(faultText(fault)).toBe(text)
})

test.each<[Fault['kind'], string]>([
  [{ type: 'latency', ms: 7 }, 'slow'],
  [{ type: 'status', status: 418 }, 'wrong'],
  [{ type: 'hang' }, 'lost'],
])('a fault with custom numbers has the effect of its kind: %j is %s', (kind, effect) => {
  expect(effectOf({ route: 'collect', kind })).toBe(effect)
})
