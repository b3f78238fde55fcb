import { expect, test } from 'vitest'
import { nextTrace, traceLine, traceState, type Step, type TracedEvent } from './trace.ts'

/** The trace after these steps, each written as `id step@destination`. */
function traceAfter(...steps: readonly string[]) {
  return steps.reduce<readonly TracedEvent[]>((before, text, index) => {
    const [id = '', what = ''] = text.split(' ')
    const [step, destination] = what.split('@')
    return nextTrace(before, {
      id,
      step: step as Step['step'],
      at: index * 10,
      ...(step === 'happened' && { name: `Event ${id}` }),
      ...(destination !== undefined && { destination }),
    })
  }, [])
}

const linesAfter = (...steps: readonly string[]) =>
  traceAfter(...steps).map((event) => `${event.name}: ${traceLine(event)}`)

test.each([
  [['a happened'], 'tracked', 'waiting'],
  [['a happened', 'a pending'], 'waiting for the user', 'waiting'],
  [['a happened', 'a completed', 'a held@collector'], 'waiting for your consent', 'waiting'],
  [['a happened', 'a held@collector', 'a released@collector'], 'allowed', 'waiting'],
  [['a happened', 'a completed', 'a stored'], 'saved', 'waiting'],
  [['a happened', 'a stored', 'a sent@collector'], 'sending', 'waiting'],
  [['a happened', 'a sent@heap', 'a acknowledged@heap'], 'passed to heap, waiting for collector', 'waiting'],
  [
    ['a happened', 'a sent@heap', 'a sent@collector', 'a acknowledged@heap'],
    'passed to heap, waiting for collector',
    'waiting',
  ],
  [
    ['a happened', 'a sent@heap', 'a sent@collector', 'a acknowledged@collector'],
    'delivered to collector, waiting for heap',
    'waiting',
  ],
  [['a happened', 'a stored', 'a dropped@heap'], 'waiting for collector', 'waiting'],
  [['a happened', 'a sent@collector', 'a acknowledged@collector'], 'delivered to collector in 20 ms', 'delivered'],
  [
    ['a happened', 'a sent@collector', 'a acknowledged@collector', 'a dropped@heap'],
    'delivered to collector in 20 ms',
    'delivered',
  ],
  [
    ['a happened', 'a sent@heap', 'a sent@collector', 'a acknowledged@collector', 'a dropped@heap'],
    'delivered to collector in 30 ms',
    'delivered',
  ],
  [['a happened', 'a sent@collector', 'a dropped@collector'], 'refused', 'refused'],
  [['a happened', 'a dropped@outbox'], 'refused', 'refused'],
  [
    ['a happened', 'a sent@heap', 'a acknowledged@heap', 'a sent@collector', 'a dropped@collector'],
    'passed to heap, not to collector',
    'refused',
  ],
])('after %j, traceLine returns “%s” and traceState returns %s', (steps, line, state) => {
  expect(traceAfter(...steps).map((event) => [traceLine(event), traceState(event)])).toEqual([[line, state]])
})

test('nextTrace keeps the four latest events, newest first', () => {
  expect(
    linesAfter('a happened', 'b happened', 'c happened', 'd happened', 'e happened').map((line) => line[6]),
  ).toEqual(['e', 'd', 'c', 'b'])
})

test('nextTrace ignores a step of an event that is not in the trace', () => {
  expect(linesAfter('a happened', 'earlier acknowledged@heap')).toEqual(['Event a: tracked'])
})

test.each([
  [['sent@collector'], 'sending', 'waiting'],
  [['sent@collector', 'acknowledged@collector'], 'delivered to collector in 50 ms, by another tab', 'delivered'],
  [['sent@collector', 'dropped@collector'], 'refused', 'refused'],
  [['acknowledged@heap'], 'passed to heap, waiting for collector', 'waiting'],
  [['dropped@outbox'], 'refused', 'refused'],
] as const)('an event that another tab takes through %j is “%s”', (steps, line, state) => {
  const trace = steps.reduce<readonly TracedEvent[]>(
    (before, text) => {
      const [step = '', destination = ''] = text.split('@')
      return nextTrace(before, { id: 'a', step: step as Step['step'], at: 50, destination }, 'other tab')
    },
    traceAfter('a happened', 'a stored'),
  )
  expect(trace.map((event) => [traceLine(event), traceState(event)])).toEqual([[line, state]])
})

test('nextTrace does not list the events of another tab', () => {
  const other = { id: 'b', step: 'happened', at: 0, name: 'Event b' } as const
  expect(nextTrace(traceAfter('a happened'), other, 'other tab').map(({ id }) => id)).toEqual(['a'])
})

test('an event that the user allows nobody to have is refused', () => {
  const happened = nextTrace([], { id: 'a', step: 'happened', at: 0, name: 'Event a' })
  const [event] = nextTrace(happened, { id: 'a', step: 'completed', at: 1, destinations: [] })
  expect(event && [traceLine(event), traceState(event)]).toEqual(['refused', 'refused'])
})
