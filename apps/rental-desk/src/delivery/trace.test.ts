import { expect, test } from 'vitest'
import { nextTrace, traceLine, type Step, type TracedEvent } from './trace.ts'

/** The lines of a trace after these steps: `id step@destination`. */
function linesAfter(...steps: readonly string[]) {
  const trace = steps.reduce<readonly TracedEvent[]>((before, text, index) => {
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
  return trace.map((event) => `${event.name}: ${traceLine(event)}`)
}

test.each([
  [['a happened'], 'Event a: tracked'],
  [['a happened', 'a held'], 'Event a: waiting for the user'],
  [['a happened', 'a stamped', 'a stored'], 'Event a: saved'],
  [['a happened', 'a stored', 'a sent@collector'], 'Event a: sending'],
  [['a happened', 'a sent@heap', 'a sent@collector', 'a acknowledged@heap'], 'Event a: delivered to heap'],
  [['a happened', 'a sent@heap', 'a acknowledged@heap'], 'Event a: delivered to heap in 20 ms'],
  [['a happened', 'a sent@heap', 'a dropped@heap'], 'Event a: refused'],
  [
    ['a happened', 'a sent@collector', 'a acknowledged@collector', 'a dropped@heap'],
    'Event a: delivered to collector in 20 ms',
  ],
])('after %j the page says “%s”', (steps, line) => {
  expect(linesAfter(...steps)).toEqual([line])
})

test('the newest event is first, and only a few are kept', () => {
  expect(
    linesAfter('a happened', 'b happened', 'c happened', 'd happened', 'e happened').map((line) => line[6]),
  ).toEqual(['e', 'd', 'c', 'b'])
})

test('a step of an event that this page does not show changes nothing', () => {
  expect(linesAfter('a happened', 'earlier acknowledged@heap')).toEqual(['Event a: tracked'])
})
