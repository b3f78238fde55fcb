import { expect, test } from 'vitest'
import { FAULT_ROUTES, readFaults, type Fault } from '../../../src/faults/fault.ts'
import { choiceOf, FAULT_CHOICES, faultText } from './faultChoices.ts'

test('every choice is one that the services take, for every route', () => {
  const faults = FAULT_ROUTES.flatMap((route) => FAULT_CHOICES.map(({ kind }) => ({ route, kind })))
  expect(readFaults(faults)).toEqual({ outcome: 'ok', value: faults })
})

test('a fault is recognised as the choice that made it, in whatever order its fields came', () => {
  const fault: Fault = { route: 'flags', kind: { spreadMs: 150, type: 'latency', ms: 300 } }
  expect(choiceOf(fault)?.short).toBe('300 ms')
  expect(choiceOf({ route: 'flags', kind: { type: 'status', status: 418 } })).toBeUndefined()
  expect(choiceOf(undefined)).toBeUndefined()
})

test.each<[Fault, string]>([
  [{ route: 'collect', kind: { type: 'status', status: 503 } }, 'collector answers 503'],
  [{ route: 'collect', kind: { type: 'status', status: 500 }, times: 2 }, 'collector answers 500 (2 more)'],
  [{ route: 'flags', kind: { type: 'latency', ms: 7 } }, 'flag polls 7 ms late'],
  [{ route: 'flag-stream', kind: { type: 'stall' } }, 'flag stream stops after the head'],
  [{ route: 'flags', kind: { type: 'slow', bytesPerSecond: 9 } }, 'flag polls drips 9 bytes a second'],
])('faultText says %j as %j', (fault, text) => {
  expect(faultText(fault)).toBe(text)
})
