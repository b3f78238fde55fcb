import { expect, test } from 'vitest'
import { nextWaiting } from './nextWaiting.ts'

const waiting = new Set(['a', 'b'])

test.each([
  { step: { id: 'c', step: 'happened' }, left: ['a', 'b', 'c'] },
  { step: { id: 'a', step: 'held' }, left: ['a', 'b'] },
  { step: { id: 'a', step: 'sent', destination: 'collector' }, left: ['a', 'b'] },
  { step: { id: 'a', step: 'acknowledged', destination: 'heap' }, left: ['a', 'b'] },
  { step: { id: 'a', step: 'acknowledged', destination: 'collector' }, left: ['b'] },
  { step: { id: 'b', step: 'dropped', destination: 'journal' }, left: ['a'] },
  { step: { id: 'b', step: 'dropped', destination: 'collector' }, left: ['a'] },
  { step: { id: 'b', step: 'dropped', destination: 'heap' }, left: ['a', 'b'] },
  { step: { id: 'x', step: 'acknowledged', destination: 'collector' }, left: ['a', 'b'] },
])('after $step there wait $left', ({ step, left }) => {
  expect([...nextWaiting(waiting, step)]).toEqual(left)
})
